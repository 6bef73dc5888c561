// Two recordings, or two machines of one, held against each other kernel by kernel: how much faster, how sure that is,
// and how much faster the roofs alone would make it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/base/missing.hpp"
#include "models/compare/conditions.hpp"
#include "models/compare/kernel_matching.hpp"
#include "models/explain/analysis.hpp"

namespace rooflens::models {

struct Interval {
  double low = 0;
  double high = 0;
};

/// Median time of A over that of B: above 1, B is faster.
struct Speedup {
  double ratio = 1;
  /// A quartile of A over the opposite one of B, the least and the most favourable way; absent where one of them has
  /// fewer than kLeastRepetitions durations.
  std::optional<Interval> interval;
};

inline constexpr std::size_t kLeastRepetitions = 3;

[[nodiscard]] Speedup speedup(const TimingSummary& a, const TimingSummary& b);

enum class Trend { faster, slower, same, unknown };

/// Stable name in JSON and in the page.
[[nodiscard]] constexpr std::string_view id(Trend trend) {
  switch (trend) {
    case Trend::faster:
      return "faster";
    case Trend::slower:
      return "slower";
    case Trend::same:
      return "same";
    case Trend::unknown:
      break;
  }
  return kUnknown;
}

/// B against A; `same` while the interval, widened by kProcessNoise, holds 1.
[[nodiscard]] Trend trend(const std::optional<Speedup>& speedup);

/// What B promises to the work that A measured.
struct RoofPrediction {
  double speedup = 1;
  double low = 1, high = 1;  ///< its interval; both the speed-up where it is a ratio of two roofs
  std::string_view roof;     ///< "DRAM", "FP32": label of the roof that is nearest
};

/// By project(), where it is known what its warps wait for. Else the ratio of B's roof to A's, for a kernel that A's
/// roof binds: both have the same source and clock basis. Nothing for a kernel that no roof binds, where a machine
/// lacks the roof, or where the precision changed and with it the task.
[[nodiscard]] std::optional<RoofPrediction> predict(const AnalysedKernel& a, const AnalysedKernel& b);

/// What sums are divided by before two runs are held against each other: launches of an NVTX range, whose sums go with
/// how long a run was; 1 for all else.
[[nodiscard]] double launches_summed(const AnalysedKernel& kernel);

struct KernelPair {
  const AnalysedKernel* a = nullptr;  ///< never nullptr
  const AnalysedKernel* b = nullptr;
  MatchRule rule = MatchRule::same;
  int rank_a = 0;
  int rank_b = 0;
  std::optional<Speedup> speedup;  ///< absent where one was not timed, or failed verification
  Trend trend = Trend::unknown;
  std::optional<RoofPrediction> prediction;
  bool falls_short = false;        ///< of the prediction, by more than the noise
  bool precision_changed = false;  ///< both are known and differ
  bool binding_changed = false;
};

/// Properties of two machines that stand for each other.
struct MachinePair {
  const Machine* a = nullptr;
  const Machine* b = nullptr;
  std::vector<PropertyRow> properties;
};

struct Comparison {
  bool simulated = false;                  ///< one side at least
  bool altered = false;                    ///< since it was recorded: one side at least
  const Provenance* recorded_a = nullptr;  ///< how A was made; never nullptr after compare()
  const Provenance* recorded_b = nullptr;
  std::vector<MachinePair> machines;  ///< by position; pairs that read the same as an earlier one are left out
  std::vector<ConditionDifference> differences;
  std::vector<KernelPair> pairs;       ///< in A's order
  std::vector<ComparedKernel> only_a;  ///< without a counterpart
  std::vector<ComparedKernel> only_b;
};

/// The result points into both sides.
[[nodiscard]] Comparison compare(const ComparisonSide& a, const ComparisonSide& b);

/// Whether both have floating-point operations, in other precisions.
[[nodiscard]] bool precision_changed(const AnalysedKernel& a, const AnalysedKernel& b);

}  // namespace rooflens::models
