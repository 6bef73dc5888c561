// What samples of warps add to the explanation of a kernel: they tell how often a warp issues, and so how long its
// instructions take, whatever the kernel's time.
#pragma once

#include "models/explain/explanation.hpp"
#include "models/find/source_profile.hpp"

namespace rooflens::models {

struct Placement;

/// With fewer samples, or fewer of them of warps that issue, their shares say too little.
inline constexpr double kFewestSamples = 1000, kFewestIssues = 50;

/// Where samples say that instructions take longer than the gap predicts, a factor "stalls" takes that from what is
/// unexplained; it is named by the wait with the most samples, and says what would shorten that. Time by samples:
///   imbalance * instructions of a scheduler / (warps of a scheduler * share of samples that issue), and start-up
/// `samples` are those of this kernel alone, `explanation` is the one without them.
[[nodiscard]] Explanation explain_by_samples(const Placement& kernel, const SourceProfile& samples,
                                             Explanation explanation);

}  // namespace rooflens::models
