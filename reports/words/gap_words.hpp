// What a gap says in sentences, the same in a picture as on the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/explain/gap.hpp"

namespace rooflens::reports {

/// "1.92× the time at the DRAM roof; 40 % of the gap is latency, 3 % unclassified." The number and latency are said to
/// be at most that where a resource may have been busy that nobody counted.
[[nodiscard]] std::string gap_sentence(const models::Gap& gap);

/// What the gap consists of: "40 % of the gap is latency, 3 % unclassified", before both the known cause that takes
/// more than either: "74 % of the gap is imbalance and tail, 23 % latency". Where a factor is below 1, so that shares
/// of a whole make no sense, "bank conflicts 2.34× alone, latency 1.38×; unclassified excess work takes 7 % back: the
/// kernel does less than its formula or its roof assumes"; less than 2 % of the gap is not worth that. Empty where
/// nothing is to say.
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
