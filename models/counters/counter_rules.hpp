// What counters of one kernel cannot say together: more active lanes than a warp has, more bytes than the sectors that
// carried them. They are reported with their passes, and nothing is calculated from any of them: which of them is
// wrong, nobody knows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/device_properties.hpp"
#include "models/base/finding.hpp"
#include "models/counters/counters.hpp"
#include "models/counters/names.hpp"

namespace rooflens::models {

/// The SM clock while a pass counted.
inline constexpr std::string_view kCountedSmClock = counter::kSmCyclesElapsedAvgPerSecond;

/// No counter of CUPTI's: bytes of the allocations that the arguments of counted launches point into.
inline constexpr std::string_view kArgumentBytes = "rooflens__argument_bytes";

/// "smsp__inst_executed.sum (pass 0)"; the name alone where the counter was not collected.
[[nodiscard]] std::string with_pass(std::string_view counter, const CounterSet& counters);

inline constexpr std::string_view kContradictoryCounters = "contradictory-counters";  ///< topic of findings

/// Counters of one kernel that cannot be true together.
struct Contradiction {
  Finding finding;  ///< of the topic kContradictoryCounters, with the passes
  /// Nothing is to be calculated from these; empty for a note.
  std::vector<std::string> counters;
};

/// Counts that are negative or no numbers, counters above 100 %, and parts larger than their whole: warnings. Passes
/// that count different numbers of warp instructions or sectors, by no more than those of a kernel that polls do:
/// notes. A rule whose counters were not all collected says nothing.
[[nodiscard]] std::vector<Contradiction> contradictions(const CounterSet& counters);

/// An SM clock above the maximum that the device has, or far below it, where that is known.
[[nodiscard]] std::optional<Contradiction> clock_contradiction(const CounterSet& counters,
                                                               const DeviceProperties& device);

/// With every value at its largest of all launches that were counted, clocks aside; where a part exceeds its whole, the
/// whole is as large as the part.
[[nodiscard]] CounterSet largest(const CounterSet& counters);

/// The counters that are left without those that contradict each other.
[[nodiscard]] CounterSet without(const CounterSet& counters, const std::vector<Contradiction>& contradictions);

}  // namespace rooflens::models
