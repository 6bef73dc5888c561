// What counters of one kernel cannot say together: more active lanes than a warp has, more bytes than the sectors that
// carried them. Such a set is reported with its passes, and what rests on it is not calculated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/counters.hpp"
#include "models/finding.hpp"

namespace rooflens::models {

/// Counters of different passes see different executions: they may differ by so much.
inline constexpr double kPassTolerance = 0.02;

/// "smsp__inst_executed.sum (pass 0)"; the name alone where the counter was not collected.
[[nodiscard]] std::string with_pass(std::string_view counter, const CounterSet& counters);

inline constexpr std::string_view kContradictoryCounters = "contradictory-counters";  ///< topic of findings

/// Counters above 100 % and parts larger than their whole: warnings of the topic kContradictoryCounters; passes that
/// count different numbers of warp instructions, as those of a kernel that polls do: notes of that topic. A rule whose
/// counters were not all collected says nothing.
[[nodiscard]] std::vector<Finding> contradictions(const CounterSet& counters);

}  // namespace rooflens::models
