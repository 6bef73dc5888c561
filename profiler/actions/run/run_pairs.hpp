// `run --pairs`: kernels beside the counterparts that are rid of one cause, and what ridding them of it brought.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "profiler/actions/run/run_cases.hpp"

namespace rooflens::cli {

/// The same problem of a kernel and of its counterpart.
struct CasePair {
  Case before;
  Case after;
};

struct PairPlan {
  std::vector<Case> cases;                    ///< distinct_cases() of the pairs
  std::vector<CasePair> pairs;                ///< in catalogue order of the first
  std::vector<const kernels::Kernel*> alone;  ///< chosen, but neither with a counterpart nor one: not run
};

/// Both sides of the pairs, every problem once though pairs share it, those of one kernel together.
[[nodiscard]] std::vector<Case> distinct_cases(const std::vector<CasePair>& pairs);

/// Throws CommandError (kUsage) as plan_cases() does, also where the counterpart refuses a value, and when no chosen
/// kernel has a counterpart.
[[nodiscard]] PairPlan plan_pairs(const RunRequest& request);

/// One line of the list.
struct PairResult {
  std::string before;
  std::string after;
  std::map<std::string, std::int64_t> parameters;  ///< of the kernel before
  std::string cause;
  std::string severity;                        ///< "32-way"; where a parameter sets it, "stride=8"
  std::optional<models::Seconds> time_before;  ///< medians; absent where there was none
  std::optional<models::Seconds> time_after;
  std::optional<double> speed_up;  ///< time before over time after; absent also where a result was wrong
};

[[nodiscard]] std::vector<PairResult> compare_pairs(const std::vector<CasePair>& pairs,
                                                    const models::Analysis& analysis);

}  // namespace rooflens::cli
