// What is said of a kernel below the latency roof: what its loads have in flight, what those can draw from DRAM, and
// which loads would draw more. The same on the page as in a picture.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/gap/latency_standing.hpp"

namespace rooflens::reports {

/// Empty up to 100 % of the roof; above it, whether the curve's own error, that of the worst of its measured points,
/// explains that.
[[nodiscard]] std::string above_latency_roof(const models::AnalysedKernel& kernel, const models::LatencyStanding& at);

/// So much in flight a thread as bytes in flight on an SM.
[[nodiscard]] models::Bytes in_flight_per_sm(const models::AnalysedKernel& kernel, const models::LatencyStanding& at,
                                             models::Bytes per_thread);

/// Labels and texts, in the order they are read in.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> latency_facts(const models::AnalysedKernel& kernel,
                                                                             const models::LatencyStanding& at);

/// What to change, in a sentence.
[[nodiscard]] std::string latency_advice(const models::LatencyStanding& at);

}  // namespace rooflens::reports
