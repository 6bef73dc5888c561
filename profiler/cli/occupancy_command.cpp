// `rooflens occupancy`: how many blocks of a kernel an SM holds, from numbers alone.
#include <fmt/core.h>

#include <ostream>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/roofs/occupancy.hpp"
#include "models/roofs/occupancy_lift.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::cli {
namespace {

using json = reports::Json;
using models::BlockParameter;
using models::counted;
using reports::Tone;

constexpr std::int64_t kMostThreads = 1'000'000;
constexpr std::int64_t kMostRegisters = 1'000'000;
constexpr std::int64_t kMostSharedBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMostBarriers = 16;  // PTX: a block has 16

constexpr OptionTable::Help kOccupancyHelp{
    .usage = "occupancy --cc M.N --threads N --registers N [OPTIONS]",
    .words = "",
    .examples =
        "  rooflens occupancy --cc 9.0 --threads 256 --registers 64 --shared 48Ki\n"
        "  rooflens occupancy --cc 8.6 --threads 128 --registers 40 --carveout 50%    half for L1\n",
    .more = "`nvcc -Xptxas -v` and `cuobjdump -res-usage` tell registers and static shared memory of kernels.\n"};

// A kernel on an SM, with what follows from them.
struct OccupancyAnswer {
  models::OccupancyLimits limits;
  models::BlockDemand block;
  models::Occupancy result;
  std::vector<models::OccupancyLift> lifts;
};

constexpr std::string_view kIndent = "                ";  // as wide as the words before numbers

std::string capacity(std::int64_t bytes) { return reports::format_capacity(models::Bytes(static_cast<double>(bytes))); }

std::string reason(models::LaunchRefusal refusal, const OccupancyAnswer& answer) {
  const auto& [limits, block, result, lifts] = answer;
  switch (refusal) {
    case models::LaunchRefusal::threads_per_block:
      return fmt::format("{} threads per block, at most {}", block.threads, limits.threads_per_block);
    case models::LaunchRefusal::registers_per_thread:
      return fmt::format("{} registers per thread, at most {}", block.registers, models::kMostRegistersOfCompilers);
    case models::LaunchRefusal::registers_per_block:
      return fmt::format("{} threads of {} registers, at most {} registers per block", block.threads, block.registers,
                         limits.registers_per_block);
    case models::LaunchRefusal::shared_per_block:
      return fmt::format("{} bytes of shared memory per block, at most {}", block.shared_bytes,
                         limits.shared_bytes_per_block());
    case models::LaunchRefusal::barriers:
      break;
  }
  return fmt::format("{} barriers per block, at most {}", block.barriers, limits.barriers_per_sm);
}

// "registers, shared memory"
std::string limiters(const models::Occupancy& result) {
  return models::joined(result.limiters(), ", ", [](models::Resource resource) { return label(resource); });
}

// What a block takes of what an SM has.
std::string share(models::Resource resource, const OccupancyAnswer& answer) {
  const auto& [limits, block, result, lifts] = answer;
  switch (resource) {
    case models::Resource::warps:
      return fmt::format("{} of {}", result.warps_per_block, limits.warps_per_sm);
    case models::Resource::blocks:
      return fmt::format("1 of {}", limits.blocks_per_sm);
    case models::Resource::registers:
      return fmt::format("{} of {}", result.registers_per_block, limits.registers_per_sm);
    case models::Resource::shared:
      return fmt::format("{} of {} bytes{}", result.shared_bytes_per_block, result.carveout_bytes,
                         limits.shared_reserved_bytes > 0
                             ? fmt::format(", {} of them for the driver", limits.shared_reserved_bytes)
                             : "");
    case models::Resource::barriers:
      break;
  }
  return fmt::format("{} of {}", block.barriers, limits.barriers_per_sm);
}

// "at most 48 registers and 45568 bytes of shared memory"
std::string conditions(const std::vector<models::BlockChange>& changes) {
  std::string text;
  bool at_most = false;
  for (const auto& [parameter, value] : changes) {
    text += text.empty() ? "" : " and ";
    const bool is_limit = parameter == BlockParameter::registers || parameter == BlockParameter::shared;
    if (is_limit && !at_most) text += "at most ";
    at_most = is_limit;
    if (parameter == BlockParameter::registers) text += counted(value, "register");
    if (parameter == BlockParameter::shared) text += counted(value, "byte") + " of shared memory";
    if (parameter == BlockParameter::carveout) text += "a carve-out of " + capacity(value);
    if (parameter == BlockParameter::threads) text += fmt::format("blocks of {} threads", value);
  }
  return text;
}

void print_lifts(const OccupancyAnswer& answer, std::ostream& out) {
  if (answer.result.warps_per_sm == answer.result.maximum_warps_per_sm) {
    out << "\nThe SM is full: nothing to lift.\n";
    return;
  }
  out << "\nMore would fit with\n";
  if (answer.lifts.empty()) out << "  no change of one number, nor of two together\n";
  for (const models::OccupancyLift& lift : answer.lifts) {
    out << fmt::format("  {}: {}, {:.1f} %\n", conditions(lift.changes), counted(lift.blocks_per_sm, "block"),
                       lift.percent);
  }
}

// Why the kernel cannot be launched: "1025 threads a block, at most 1024"; empty if it can.
std::string refusal_text(const OccupancyAnswer& answer) {
  return models::joined(answer.result.refusals, "; ", [&](auto refusal) { return reason(refusal, answer); });
}

void print_occupancy(const OccupancyAnswer& answer, const Streams& streams) {
  const auto& [limits, block, result, lifts] = answer;
  std::ostream& out = streams.out;
  const auto line = [&](std::string_view name, const std::string& text) {
    out << fmt::format("{:<16}{}\n", name, text);
  };
  const std::string percent = fmt::format("{:.1f} %", result.percent());
  const bool runs = result.blocks_per_sm > 0;
  line("capability", limits.compute_capability.text());
  line("a block is", fmt::format("{}, {} each, {} of shared memory", counted(block.threads, "thread"),
                                 counted(block.registers, "register"), counted(block.shared_bytes, "byte")));
  line("occupancy", reports::toned(percent, runs ? Tone::bold : Tone::bad, streams.colour) +
                        fmt::format(": {}, {} of {} warps", counted(result.blocks_per_sm, "block"), result.warps_per_sm,
                                    result.maximum_warps_per_sm));
  const std::string why = runs ? limiters(result) : refusal_text(answer);
  out << reports::paragraph(why, 80, fmt::format("{:<16}", runs ? "limited by" : "cannot launch"), kIndent);
  out << "\nRoom for         blocks   a block takes\n";
  for (const models::ResourceLimit& limit : result.limits) {
    if (limit.resource == models::Resource::barriers && block.barriers < 2) continue;
    out << fmt::format("  {:<15}{:>6}   {}\n", label(limit.resource),
                       limit.blocks ? std::to_string(*limit.blocks) : "any",
                       limit.blocks ? share(limit.resource, answer) : "nothing");
  }
  print_lifts(answer, out);
  if (block.shared_bytes > limits.shared_bytes_by_default() && runs) {
    out << fmt::format(
        "Above {} KiB shared memory must be dynamic and asked for by\n"
        "cudaFuncSetAttribute(…, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes).\n",
        limits.shared_default_kib);
  }
}

models::OccupancyLimits limits_of(const std::string& text) {
  const auto name = [](const models::OccupancyLimits& row) { return row.compute_capability.text(); };
  for (const models::OccupancyLimits& row : models::occupancy_limits()) {
    if (name(row) == text) return row;
  }
  throw usage_error(
      "--cc takes one of " + models::joined(models::occupancy_limits(), ", ", name) + ", not `" + text + "`",
      "`rooflens devices` shows the compute capability of the GPUs here");
}

// "50" and "50%" are percent of the largest, anything above 100 is bytes.
std::int64_t parse_carveout(const std::string& text, const models::OccupancyLimits& limits) {
  if (text.ends_with('%')) {
    const auto percent = parse_between("--carveout", text.substr(0, text.size() - 1), 0, 100);
    return carveout_of_percent(limits, static_cast<int>(percent));
  }
  const std::int64_t value = parse_between("--carveout", text, 0, kMostSharedBytes);
  if (value <= 100) return carveout_of_percent(limits, static_cast<int>(value));
  if (const auto bytes = carveout_of_at_least(limits, value)) return *bytes;
  const std::string sizes = models::joined(limits.carveouts_kib, ", ", [](int kib) { return std::to_string(kib); });
  throw usage_error("--carveout: " + text + " is more than the shared memory of an SM",
                    "compute capability " + limits.compute_capability.text() + " has carve-outs of " + sizes +
                        " KiB; up to 100 is percent of the largest");
}

json as_json(const models::OccupancyLift& lift) {
  json object{{"parameter", id(lift.changes.front().parameter)},
              {"value", lift.changes.front().value},
              {"blocks_per_sm", lift.blocks_per_sm},
              {"occupancy_percent", lift.percent}};
  json others = json::array();
  for (std::size_t i = 1; i < lift.changes.size(); ++i) {
    others.push_back({{"parameter", id(lift.changes[i].parameter)}, {"value", lift.changes[i].value}});
  }
  object["together_with"] = others;
  return object;
}

json as_json(const OccupancyAnswer& answer) {
  const auto& [limits, block, result, lifts] = answer;
  json limiters = json::array();
  for (const models::Resource resource : result.limiters()) limiters.push_back(id(resource));
  json room;
  for (const auto& limit : result.limits) room[id(limit.resource)] = limit.blocks ? json(*limit.blocks) : json();
  json would_lift = json::array();
  for (const models::OccupancyLift& lift : lifts) would_lift.push_back(as_json(lift));
  const std::string refusal = refusal_text(answer);
  return {{"compute_capability", limits.compute_capability.text()},
          {"threads_per_block", block.threads},
          {"registers_per_thread", block.registers},
          {"shared_bytes", block.shared_bytes},
          {"barriers_per_block", block.barriers},
          {"carveout_bytes", result.carveout_bytes},
          {"allocated_registers_per_block", result.registers_per_block},
          {"allocated_shared_bytes_per_block", result.shared_bytes_per_block},
          {"blocks_per_sm", result.blocks_per_sm},
          {"warps_per_sm", result.warps_per_sm},
          {"maximum_warps_per_sm", result.maximum_warps_per_sm},
          {"occupancy_percent", result.percent()},
          {"cannot_launch", refusal.empty() ? json() : json(refusal)},
          {"limiter", limiters.front()},
          {"limiters", limiters},
          {"blocks_by_resource", room},
          {"would_lift", would_lift}};
}

std::string required(const std::string& option, const std::string& text) {
  if (!text.empty()) return text;
  throw usage_error("occupancy needs " + option, "`rooflens occupancy --help` shows examples");
}

}  // namespace

int occupancy_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  std::string capability;
  std::string threads;
  std::string registers;
  std::string shared = "0";
  std::string barriers = "1";
  std::string carveout;
  std::string format = "text";
  OptionTable table(kOccupancyHelp);
  table.group("The kernel")
      .add("cc", &capability, "M.N", "compute capability: 7.0 to 12.1")
      .add("threads", &threads, "N", "threads per block")
      .add("registers", &registers, "N", "registers per thread")
      .add("shared", &shared, "BYTES", "shared memory per block, static and dynamic together (suffix Ki)")
      .add("carveout", &carveout, "SIZE",
           "preferred shared memory of an SM, in percent or bytes [default: most there is]")
      .rare()
      .add("barriers", &barriers, "N", "named barriers per block; they count from 9.0 on");
  table.group("Output").text_or_json(&format);
  if (!table.parse(arguments, streams)) return kOk;
  const bool json_wanted = format == "json";
  OccupancyAnswer answer{limits_of(required("--cc", capability)), {}, {}, {}};
  answer.block.threads = parse_between("--threads", required("--threads", threads), 1, kMostThreads);
  answer.block.registers = parse_between("--registers", required("--registers", registers), 0, kMostRegisters);
  answer.block.shared_bytes = parse_between("--shared", shared, 0, kMostSharedBytes);
  answer.block.barriers = parse_between("--barriers", barriers, 0, kMostBarriers);
  if (!carveout.empty()) answer.block.carveout = parse_carveout(carveout, answer.limits);
  answer.result = occupancy(answer.limits, answer.block);
  answer.lifts = occupancy_lifts(answer.limits, answer.block);
  if (json_wanted) {
    streams.out << reports::written(as_json(answer));
  } else {
    print_occupancy(answer, streams);
  }
  if (const std::string refusal = refusal_text(answer); !refusal.empty()) {
    throw usage_error("such a block cannot be launched: " + refusal,
                      "stay within the limits of compute capability " + answer.limits.compute_capability.text());
  }
  return kOk;
}

}  // namespace rooflens::cli
