#include "models/gap/own_roofs.hpp"

#include <algorithm>

#include "models/base/find_in.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/place/demand_draft.hpp"
#include "models/place/mix_ceilings.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

const demand_counters::ArithmeticNames* names_of(Precision precision) {
  const Precision counted = precision == Precision::bf16 ? Precision::fp16 : precision;
  return find_in(demand_counters::kArithmetic, counted, &demand_counters::ArithmeticNames::precision);
}

// FLOPs of one instruction and lane beside the fused pair's second one: packed halves do two.
double packed(Precision precision) { return precision == Precision::fp16 || precision == Precision::bf16 ? 2 : 1; }

// The formats that matter; empty where the FLOPs of one were not counted or have no roof.
std::vector<const PrecisionWork*> formats_of(const Placement& kernel) {
  std::vector<const PrecisionWork*> formats;
  for (const PrecisionWork& work : kernel.operations) {
    if (!is_floating_point(work.precision) || work.operations < *kernel.flops * kNegligibleFormat) continue;
    if (work.source != DemandSource::measured || !work.ceiling) return {};
    formats.push_back(&work);
  }
  return formats;
}

}  // namespace

std::optional<ArithmeticMix> arithmetic_mix(const Placement& kernel, Precision precision) {
  const CounterSet& counters = kernel.counters();
  const auto* names = names_of(precision);
  if (!names) return std::nullopt;
  const auto add = counters.value(names->add);
  const auto multiply = counters.value(names->multiply);
  const auto fused = counters.value(names->fused);
  if (!add || !multiply || !fused) return std::nullopt;
  const auto left = fma_mix_ceiling(OperationRate(1), *add, *multiply, *fused);
  if (!left) return std::nullopt;
  const double arithmetic = *add + *multiply + *fused;
  const double alone = *add + *multiply;
  const double fusable = alone > 0 ? 2 * std::min(*add, *multiply) / alone : 0;
  ArithmeticMix mix{*fused / arithmetic, fusable, left->value(), {}, {}};
  const auto threads = counters.value(counter::kSmspSassThreadInstExecutedPredOnSum);
  if (!threads || !(*threads > 0)) return mix;
  mix.arithmetic_share = arithmetic / *threads;
  const DeviceProperties& device = kernel.machine->device;
  const Hertz clock = kernel.observation->clocks_during.sm.value_or(device.sm_clock_maximum);
  mix.issue = issue_ceiling(device.sm_count, clock, *mix.arithmetic_share, mix.fused_share);
  if (mix.issue) mix.issue = *mix.issue * packed(precision);
  return mix;
}

std::vector<OwnRoof> own_roofs(const Placement& kernel) {
  if (!kernel.flops || !kernel.flop_rate) return {};
  const std::vector<const PrecisionWork*> formats = formats_of(kernel);
  if (formats.empty()) return {};
  OperationRate top;
  for (const PrecisionWork* work : formats) top = std::max(top, work->ceiling->rate);
  std::vector<OwnRoof> roofs;
  const auto add = [&](OwnRoofKind kind, OperationRate rate, std::optional<double> share) {
    if (rate.value() > 0 && rate < top * kVisibleRoof) roofs.push_back({kind, rate, share});
  };
  if (formats.size() == 1) {
    if (const auto mix = arithmetic_mix(kernel, formats.front()->precision)) {
      add(OwnRoofKind::fma_mix, formats.front()->ceiling->rate * mix->of_roof, mix->fused_share);
      if (mix->issue) add(OwnRoofKind::issue, *mix->issue, *mix->arithmetic_share);
    }
  } else if (kernel.mixed_ceiling) {
    add(OwnRoofKind::one_pipe, kernel.mixed_ceiling->one_pipe, std::nullopt);
    add(OwnRoofKind::separate_pipes, kernel.mixed_ceiling->separate_pipes, std::nullopt);
  }
  std::stable_sort(roofs.begin(), roofs.end(), [](const OwnRoof& a, const OwnRoof& b) { return a.rate > b.rate; });
  return roofs;
}

}  // namespace rooflens::models
