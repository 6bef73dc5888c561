// A gate against regressions that knows noise. The process is the sample: repetitions within one agree with each other
// far better than two processes of the same build do. A regression is a median beyond the limit, if the intervals of
// both sides do not touch: the limit says how much matters, the intervals whether it is more than noise.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/missing.hpp"
#include "models/compare/conditions.hpp"
#include "models/compare/gate_metric.hpp"

namespace rooflens::models {

/// How much worse a metric may become.
struct Limit {
  const GateMetric* metric = nullptr;  ///< never nullptr
  double amount = 0;                   ///< 0.05 for 5 %, 0.03 for 3 points
  bool points = false;                 ///< of the metric's own value (a fraction) instead of relative to the baseline
};

/// One side of a comparison: all its sessions together. With several sessions the median over them and their minimum to
/// maximum: with n and m processes of one distribution, one side lies wholly above the other by chance in
/// 1 of binomial(n + m, n) cases (1 of 20 for 3 and 3, 1 of 252 for 5 and 5), whatever the distribution is; a bootstrap
/// would draw again from the same few numbers. With one session, its median and the quartiles of its repetitions.
struct GateSide {
  std::size_t sessions = 0;  ///< that have the value
  double value = 0;
  Interval interval;
  bool spread_known = true;
};

[[nodiscard]] std::optional<GateSide> summarise(std::span<const GateSample> samples);

enum class GateStatus {
  passed,
  improved,           ///< beyond the limit in the better direction, and more than noise
  regression,         ///< the same in the worse direction
  undecided,          ///< it would be one, but too few repetitions tell how much is noise
  precision_changed,  ///< another task, which is no regression whatever it takes
  lost,               ///< measured in the baseline, not in the new sessions
  unknown,            ///< not measured in the baseline
};

struct GateStatusInfo {
  GateStatus status;
  std::string_view id;    ///< stable name in JSON
  std::string_view text;  ///< for tables
};

inline constexpr std::array<GateStatusInfo, 7> kGateStatuses{{
    {GateStatus::passed, "passed", "ok"},
    {GateStatus::improved, "improved", "better"},
    {GateStatus::regression, "regression", "REGRESSION"},
    {GateStatus::undecided, "undecided", "undecided"},
    {GateStatus::precision_changed, "precision_changed", "precision"},
    {GateStatus::lost, "lost", "NOT MEASURED"},
    {GateStatus::unknown, kUnknown, "no baseline"},
}};

[[nodiscard]] constexpr const GateStatusInfo& info(GateStatus s) { return kGateStatuses[static_cast<std::size_t>(s)]; }

[[nodiscard]] GateStatus judge(const Limit& limit, const GateSide& base, const GateSide& candidate);

struct GateResult {
  Limit limit;
  GateStatus status = GateStatus::passed;
  std::optional<GateSide> base;
  std::optional<GateSide> candidate;
  /// New over base - 1, or new - base for a limit in points.
  std::optional<double> change;
  std::string why{};   ///< of a metric that was lost, where it is known
  bool worse = false;  ///< of a precision that changed: beyond the limit all the same
};

enum class Presence { both, missing, added };

struct GateKernel {
  std::vector<ComparedKernel> base;       ///< one a session that has it
  std::vector<ComparedKernel> candidate;  ///< the same of the new sessions
  Presence presence = Presence::both;
  MatchRule rule = MatchRule::same;  ///< the weakest by which a new session's kernel was found
  bool precision_changed = false;
  bool failed_verification = false;  ///< in a new session
  std::vector<GateResult> results;   ///< one a limit, without those that neither side measured; empty unless both

  [[nodiscard]] const AnalysedKernel& representative() const {
    return *(base.empty() ? candidate.front() : base.front()).kernel;
  }
};

struct Gate {
  bool simulated = false;  ///< one session at least
  bool altered = false;    ///< since it was recorded: one session at least
  std::size_t base_sessions = 0;
  std::size_t new_sessions = 0;
  bool missing_allowed = false;
  bool precision_allowed = false;  ///< what became worse with another precision does not fail
  std::vector<Limit> limits;
  std::vector<GateKernel> kernels;  ///< in the baseline's order, new ones last

  /// Whether a kernel with this result makes the gate fail.
  [[nodiscard]] bool fails(const GateResult& result) const;
  [[nodiscard]] bool fails(const GateKernel& kernel) const;
  [[nodiscard]] bool passed() const;
};

/// `base` and `candidate` hold at least one session each. The result points into them.
[[nodiscard]] Gate check(std::span<const ComparisonSide> base, std::span<const ComparisonSide> candidate,
                         std::vector<Limit> limits, bool missing_allowed, bool precision_allowed = false);

}  // namespace rooflens::models
