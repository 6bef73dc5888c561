#include "profiler/cli/occupancy_text.hpp"

#include <fmt/core.h>

#include <ostream>
#include <string_view>

#include "models/base/counted.hpp"
#include "reports/words/format.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::cli {
namespace {

using models::BlockParameter;
using models::counted;
using reports::Tone;

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
  std::string text;
  for (const models::Resource resource : result.limiters()) {
    text += (text.empty() ? "" : ", ") + std::string(label(resource));
  }
  return text;
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

}  // namespace

std::string capability_text(models::ComputeCapability cc) { return fmt::format("{}.{}", cc.major, cc.minor); }

std::string refusal_text(const OccupancyAnswer& answer) {
  std::string text;
  for (const models::LaunchRefusal refusal : answer.result.refusals) {
    text += (text.empty() ? "" : "; ") + reason(refusal, answer);
  }
  return text;
}

void print_occupancy(const OccupancyAnswer& answer, const Streams& streams) {
  const auto& [limits, block, result, lifts] = answer;
  std::ostream& out = streams.out;
  const auto line = [&](std::string_view name, const std::string& text) {
    out << fmt::format("{:<16}{}\n", name, text);
  };
  const std::string percent = fmt::format("{:.1f} %", result.percent());
  const bool runs = result.blocks_per_sm > 0;
  line("capability", capability_text(limits.compute_capability));
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

}  // namespace rooflens::cli
