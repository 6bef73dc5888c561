// `rooflens occupancy`: how many blocks of a kernel an SM holds, from numbers alone.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "profiler/actions/command_error.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/occupancy_text.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "reports/json/json_text.hpp"

namespace rooflens::cli {
namespace {

using json = nlohmann::ordered_json;

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

models::OccupancyLimits limits_of(const std::string& text) {
  std::string known;
  for (const models::OccupancyLimits& row : models::occupancy_limits()) {
    const std::string name = capability_text(row.compute_capability);
    if (name == text) return row;
    known += (known.empty() ? "" : ", ") + name;
  }
  throw usage_error("--cc takes one of " + known + ", not `" + text + "`",
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
  std::string sizes;
  for (const int kib : limits.carveouts_kib) sizes += (sizes.empty() ? "" : ", ") + std::to_string(kib);
  throw usage_error("--carveout: " + text + " is more than the shared memory of an SM",
                    "compute capability " + capability_text(limits.compute_capability) + " has carve-outs of " + sizes +
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
  return {{"compute_capability", capability_text(limits.compute_capability)},
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
    throw usage_error(
        "such a block cannot be launched: " + refusal,
        "stay within the limits of compute capability " + capability_text(answer.limits.compute_capability));
  }
  return kOk;
}

}  // namespace rooflens::cli
