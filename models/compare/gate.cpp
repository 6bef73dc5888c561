#include "models/compare/gate.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::models {
namespace {

// Adds a session's kernels to those that are the same in earlier ones.
void add_session(std::vector<GateKernel>& groups, const ComparisonSide& session,
                 std::vector<ComparedKernel> GateKernel::*list) {
  std::vector<ComparedKernel> known;
  for (const GateKernel& group : groups)
    known.push_back(group.base.empty() ? group.candidate.front() : group.base.front());
  const std::vector<ComparedKernel> kernels = kernels_of(session);
  const Matching matching = match_kernels(known, kernels);
  for (const KernelMatch& match : matching.pairs) {
    GateKernel& group = groups[match.a];
    (group.*list).push_back(kernels[match.b]);
    group.rule = std::max(group.rule, match.rule);
  }
  for (const std::size_t i : matching.only_b) {
    GateKernel& group = groups.emplace_back();
    (group.*list).push_back(kernels[i]);
  }
}

std::optional<GateSide> summary_of(const GateMetric& metric, const std::vector<ComparedKernel>& kernels) {
  std::vector<GateSample> samples;
  for (const ComparedKernel& entry : kernels) {
    if (entry.kernel->failed()) continue;
    if (const auto sample = sample_of(metric, *entry.kernel)) samples.push_back(*sample);
  }
  return summarise(samples);
}

void judge_kernel(GateKernel& kernel, const std::vector<Limit>& limits) {
  for (const Limit& limit : limits) {
    GateResult result;
    result.limit = limit;
    result.base = summary_of(*limit.metric, kernel.base);
    result.candidate = summary_of(*limit.metric, kernel.candidate);
    if (!result.base && !result.candidate) continue;
    if (!result.base) {
      result.status = GateStatus::unknown;
    } else if (!result.candidate) {
      result.status = GateStatus::lost;
      result.why = why_missing(*limit.metric, *kernel.candidate.front().kernel);
    } else {
      result.status = judge(limit, *result.base, *result.candidate);
      if (kernel.precision_changed) {
        result.worse = result.status == GateStatus::regression;
        result.status = GateStatus::precision_changed;
      }
      if (limit.points) {
        result.change = result.candidate->value - result.base->value;
      } else if (result.base->value != 0) {
        result.change = result.candidate->value / result.base->value - 1;
      }
    }
    kernel.results.push_back(std::move(result));
  }
}

}  // namespace

std::optional<GateSide> summarise(std::span<const GateSample> samples) {
  if (samples.empty()) return std::nullopt;
  if (samples.size() == 1) {
    const GateSample& only = samples.front();
    return GateSide{1, only.value, only.interval, only.spread_known};
  }
  std::vector<double> values;
  for (const GateSample& sample : samples) values.push_back(sample.value);
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
  return GateSide{values.size(), median, {values.front(), values.back()}, true};
}

GateStatus judge(const Limit& limit, const GateSide& base, const GateSide& candidate) {
  const auto beyond = [&](double bound, double sign) {
    return limit.points ? bound + sign * limit.amount : bound * (1 + sign * limit.amount);
  };
  const bool above = candidate.interval.low > base.interval.high && candidate.value > beyond(base.value, +1);
  const bool below = candidate.interval.high < base.interval.low && candidate.value < beyond(base.value, -1);
  const bool worse = limit.metric->worse == Worse::higher ? above : below;
  const bool better = limit.metric->worse == Worse::higher ? below : above;
  if (!worse && !better) return GateStatus::passed;
  if (!base.spread_known || !candidate.spread_known) return worse ? GateStatus::undecided : GateStatus::passed;
  return worse ? GateStatus::regression : GateStatus::improved;
}

bool Gate::fails(const GateResult& result) const {
  return result.status == GateStatus::regression || (result.status == GateStatus::lost && !missing_allowed) ||
         (result.worse && !precision_allowed);
}

bool Gate::fails(const GateKernel& kernel) const {
  if (kernel.presence == Presence::missing) return !missing_allowed;
  if (kernel.presence == Presence::added) return kernel.failed_verification;
  return kernel.failed_verification || std::any_of(kernel.results.begin(), kernel.results.end(),
                                                   [&](const GateResult& result) { return fails(result); });
}

bool Gate::passed() const {
  return std::none_of(kernels.begin(), kernels.end(), [&](const GateKernel& kernel) { return fails(kernel); });
}

Gate check(std::span<const ComparisonSide> base, std::span<const ComparisonSide> candidate, std::vector<Limit> limits,
           bool missing_allowed, bool precision_allowed) {
  Gate gate{.simulated = std::any_of(base.begin(), base.end(), is_simulated) ||
                         std::any_of(candidate.begin(), candidate.end(), is_simulated),
            .altered = std::any_of(base.begin(), base.end(), was_altered) ||
                       std::any_of(candidate.begin(), candidate.end(), was_altered),
            .base_sessions = base.size(),
            .new_sessions = candidate.size(),
            .missing_allowed = missing_allowed,
            .precision_allowed = precision_allowed,
            .limits = std::move(limits),
            .kernels = {}};
  for (const ComparisonSide& session : base) add_session(gate.kernels, session, &GateKernel::base);
  for (GateKernel& kernel : gate.kernels) kernel.rule = MatchRule::same;  // between sessions of the baseline: no news
  for (const ComparisonSide& session : candidate) add_session(gate.kernels, session, &GateKernel::candidate);
  for (GateKernel& kernel : gate.kernels) {
    kernel.failed_verification = std::any_of(kernel.candidate.begin(), kernel.candidate.end(),
                                             [](const auto& entry) { return entry.kernel->failed(); });
    if (kernel.base.empty()) kernel.presence = Presence::added;
    if (kernel.candidate.empty()) kernel.presence = Presence::missing;
    if (kernel.presence != Presence::both) continue;
    kernel.precision_changed = precision_changed(*kernel.base.front().kernel, *kernel.candidate.front().kernel);
    judge_kernel(kernel, gate.limits);
  }
  return gate;
}

}  // namespace rooflens::models
