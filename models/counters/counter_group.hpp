// Named groups of counters, as data. A group lists what it wants; what a chip offers is decided when the plan is made.
#pragma once

#include <span>
#include <string_view>

#include "models/counters/names.hpp"

namespace rooflens::models {

/// One thing to know, under the names that different chips have for it. The first name that the chip offers is
/// collected.
struct WantedCounter {
  std::string_view name;
  std::string_view alternative = {};  ///< empty: there is none
  bool optional = false;              ///< true: nothing is missing on a chip that does not have it
  bool if_free = false;               ///< optional, and only where it costs no further pass
};

struct CounterGroup {
  std::string_view id;
  std::string_view summary;
  std::span<const WantedCounter> counters;
};

/// Roofline, occupancy, divergence, bank conflicts, coalescing, spills: one hardware and one SASS pass on current
/// chips.
[[nodiscard]] const CounterGroup& quick_group();
/// What `quick` has no place for, in one hardware pass: pipes of integers, special functions, loads and stores.
[[nodiscard]] const CounterGroup& pipes_group();
/// What goes with samples of warps, in one hardware pass: loads in flight.
[[nodiscard]] const CounterGroup& waits_group();

/// The group `tensor` is not a list but a rule, because the names differ on every chip: each base counter with this
/// prefix that is neither realtime nor one side of sparsity, as `.sum`, and how busy the pipe was.
inline constexpr std::string_view kTensorBusy = counter::kSmPipeTensorCyclesActiveAvgPctOfPeakSustainedActive;
inline constexpr std::string_view kTensorPrefix = counter::kSmOpsPathTensorSrcPrefix;
[[nodiscard]] bool is_tensor_counter(std::string_view base_name);
/// Cycles in which the pipe was active, of the average SM: the same in every pass, whatever the launch itself takes.
inline constexpr std::string_view kTensorCycles = counter::kSmPipeTensorCyclesActiveAvg;

/// Counters that tell whether two launches did the same work: warp instructions, as the performance monitors and as
/// patched code count them (equal for the same launch), and L2 traffic where neither fits into a pass.
inline constexpr std::string_view kHardwareAnchor = counter::kSmspInstExecutedSum;
inline constexpr std::string_view kSassAnchor = counter::kSmspSassInstExecutedSum;
inline constexpr std::string_view kTrafficAnchor = counter::kLtsTBytesSum;
/// What launches of the same work write alike, also where they poll.
inline constexpr std::string_view kWritesAnchor = counter::kLtsTSectorsOpWriteSum;

/// A launch's own time. Sound only where CUPTI makes the range itself: around a launch it adds nothing.
inline constexpr std::string_view kReplayDuration = counter::kGpuTimeDurationSum;

/// Counters that patched code takes: exact, and never to be taken time from.
[[nodiscard]] bool is_sass_counter(std::string_view name);

}  // namespace rooflens::models
