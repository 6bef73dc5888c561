// What a gap says in sentences, the same in a picture as on the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/gap/gap.hpp"

namespace rooflens::reports {

/// "1.92× the time at the DRAM roof = 1.71 (imbalance and tail) × 1.12 (unexplained)." The total and what is
/// unexplained are said to be at most that where a resource may have been busy that nobody counted.
[[nodiscard]] std::string gap_sentence(const models::Gap& gap);

/// The factors whose product the gap is, largest first, those with a small part together: "1.71 (imbalance and tail) ×
/// 1.12 (unexplained)". Empty where there is no gap to speak of.
[[nodiscard]] std::string gap_parts(const models::Gap& gap);

/// Why the gap starts at another time than the one that the kernel's share of its roof is of; empty where it does not.
[[nodiscard]] std::string other_roof(const models::AnalysedKernel& kernel, const models::Gap& gap);

/// Label of the place that holds the part of a factor that is not there: "the roof", or another factor's.
[[nodiscard]] std::string_view holder_label(const models::Gap& gap, std::string_view id);

/// What is not known, those factors together that share a reason and the place that holds their part:
/// "start-up and drain: not collected (sm__cycles_elapsed.max); its part is in exposed latency"
/// "divergence, predication: not collected (3 counters); their parts are in the roof"
[[nodiscard]] std::vector<std::string> missing_texts(const models::Gap& gap);

}  // namespace rooflens::reports
