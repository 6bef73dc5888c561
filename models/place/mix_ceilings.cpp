#include "models/place/mix_ceilings.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/roofs/occupancy_limits.hpp"

namespace rooflens::models {
namespace {

bool is_share(double value) { return value >= 0 && value <= 1; }

}  // namespace

std::optional<MixedPrecisionCeiling> mixed_precision_ceiling(std::span<const PipeShare> mix) {
  double shares = 0;
  double sum = 0;
  double longest = 0;
  for (const PipeShare& part : mix) {
    if (!is_share(part.share) || !(part.roof.value() > 0)) return std::nullopt;
    const double time = part.share / part.roof.value();
    shares += part.share;
    sum += time;
    longest = std::max(longest, time);
  }
  if (std::abs(shares - 1) > 1e-9) return std::nullopt;
  return MixedPrecisionCeiling{OperationRate(1 / sum), OperationRate(1 / longest)};
}

std::optional<MixedPrecisionCeiling> mixed_precision_ceiling(std::span<const PrecisionWork> operations) {
  Operations total;
  for (const PrecisionWork& work : operations) {
    if (is_floating_point(work.precision)) total += work.operations;
  }
  std::vector<PipeShare> mix;
  for (const PrecisionWork& work : operations) {
    if (!is_floating_point(work.precision)) continue;
    if (!work.ceiling) return std::nullopt;
    mix.push_back({work.operations / total, work.ceiling->rate});
  }
  return mixed_precision_ceiling(mix);
}

std::optional<OperationRate> fma_mix_ceiling(OperationRate peak, double additions, double products, double fused) {
  const double all = additions + products + fused;
  if (!(additions >= 0) || !(products >= 0) || !(fused >= 0) || !(all > 0)) return std::nullopt;
  return peak * ((1 + fused / all) / 2);
}

std::optional<OperationRate> issue_ceiling(int sm_count, Hertz clock, double arithmetic_share, double fused_share) {
  if (sm_count <= 0 || !(clock.value() > 0) || !is_share(arithmetic_share) || !is_share(fused_share)) {
    return std::nullopt;
  }
  const double lanes = double{kSubPartitionsPerSm} * kThreadsPerWarp * sm_count;
  return OperationRate(lanes * arithmetic_share * (1 + fused_share) * clock.value());
}

}  // namespace rooflens::models
