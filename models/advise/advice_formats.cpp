#include "models/advise/advice_formats.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

#include "models/advise/advice_conversions.hpp"
#include "models/advise/advice_evidence.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/gap/gap.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr std::string_view kUseMatrixInstructions = "Use matrix instructions (WMMA, CUTLASS) or a library's call.";
constexpr std::string_view kIfProduct = "it is a matrix product or a convolution";

// Multiply-adds in FP32 for each value that was FP16 before. Conversions to FP32 count as FP16 additions; without FP16
// products beside them they are hardly anything else.
std::optional<double> products_of_a_half(const Placement& kernel) {
  constexpr double kFew = 2, kMany = 256;
  const CounterSet& counters = kernel.counters();
  const auto converted = counters.value(counter::kSmspSassThreadInstExecutedOpHaddPredOnSum);
  const auto multiplied = counters.value(counter::kSmspSassThreadInstExecutedOpHmulPredOnSum);
  const auto in_halves = counters.value(counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum);
  const auto fused = counters.value(counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum);
  if (!converted || !multiplied || !in_halves || !fused) return std::nullopt;
  if (!(*converted > 0) || *multiplied > 0 || *in_halves > kMostMoves * *converted) return std::nullopt;
  const double products = *fused / *converted;
  return products >= kFew && products <= kMany ? std::optional(products) : std::nullopt;
}

// Where nobody said what the task needs, it needs what it moves.
Seconds dram_time(const Placement& kernel, const Gap& gap) {
  if (gap.compulsory) return kernel.demand->compulsory_dram;
  const DemandResource* dram = kernel.demand->find(Level::dram);
  return dram ? dram->needed_with(0, RoofClock::run) : Seconds();
}

// What FP16 is converted from it may stay in: tensor cores add up in FP32.
std::optional<Advice> tensor_advice_for_halves(const Placement& kernel, const Gap& gap) {
  const ComputeCeiling* now = kernel.machine->ceilings.best(Precision::fp32);
  const ComputeCeiling* then = kernel.machine->ceilings.best(Precision::tensor_fp16);
  const auto products = products_of_a_half(kernel);
  if (!now || !then || !products || !kernel.flops || then->rate < now->rate * kFasterRoof) return std::nullopt;
  const auto mix = product_mix(kernel, Precision::fp32);
  if (!mix) return std::nullopt;
  return Advice{kTensorHint,
                "FP16 values are multiplied in FP32, outside the tensor cores.",
                fmt::format("{:.0f} % of its FP32 arithmetic is fused multiply-adds, {} for each value that is "
                            "converted from FP16; the roof of {} is {}× as high",
                            100 * mix->fused_share, significant(*products), info(Precision::tensor_fp16).label,
                            significant(then->rate / now->rate)),
                std::string(kUseMatrixInstructions),
                1,
                std::max(1.0, gap.measured / std::max(*kernel.flops / then->rate, dram_time(kernel, gap))),
                std::string(kIfProduct) + ", and its FP16 additions convert to FP32"};
}

bool takes_the_time(const Placement& kernel, const Gap& gap) {
  if (gap.busiest_fraction >= kBusyThreshold) return true;
  const DemandResource* fp64 = kernel.demand->find(Precision::fp64);
  const DemandResource* busiest = kernel.demand->longest(kAllInefficiencies, RoofClock::run);
  return fp64 && busiest && !std::holds_alternative<Level>(busiest->resource) &&
         fp64->needed >= gap.measured * kPartOfTheTime;
}

}  // namespace

std::optional<ArithmeticMix> product_mix(const Placement& kernel, Precision format) {
  const auto& share = kernel.percent_of_roof;
  const bool is_its_roof = (share && share->roof == info(format).label && share->fraction >= kSomeArithmetic) ||
                           (kernel.binding == Binding::compute && kernel.busiest == RoofResource(format));
  const auto mix = is_its_roof ? arithmetic_mix(kernel, format) : std::nullopt;
  if (!mix || mix->fused_share < kMostlyFused || (kernel.half_moves && format != Precision::fp32)) return std::nullopt;
  const CounterSet& counters = kernel.counters();
  const auto all = counters.value(counter::kSmspSassInstExecutedSum);
  const auto global = counters.value(counter::kSmspSassInstExecutedOpGlobalLdSum);
  const auto shared = counters.value(counter::kSmspSassInstExecutedOpSharedLdSum);
  const bool loads_nothing = all && global && shared && *global + *shared < kWorthASentence * *all;
  return loads_nothing ? std::nullopt : mix;
}

std::optional<ArithmeticMix> double_mix(const Placement& kernel) {
  const ComputeCeiling* fp32 = kernel.machine->ceilings.best(Precision::fp32);
  const ComputeCeiling* fp64 = kernel.machine->ceilings.best(Precision::fp64);
  const auto mix = arithmetic_mix(kernel, Precision::fp64);
  const bool of_memory = kernel.binding == Binding::dram || kernel.binding == Binding::l2 ||
                         kernel.binding == Binding::l1 || kernel.binding == Binding::shared;
  if (of_memory || !fp32 || !fp64 || fp32->rate < fp64->rate * kFasterRoof || !mix) return std::nullopt;
  return mix->arithmetic_share.value_or(0) < kWorthASentence ? std::nullopt : mix;
}

std::optional<Advice> tensor_advice(const Placement& kernel, const Gap& gap, bool of_fp64) {
  constexpr std::array kSameFormat{std::pair{Precision::fp64, Precision::tensor_fp64},
                                   std::pair{Precision::fp16, Precision::tensor_fp16},
                                   std::pair{Precision::bf16, Precision::tensor_bf16}};
  for (const auto& [format, tensor] : kSameFormat) {
    if (format == Precision::fp64 && !of_fp64) continue;
    const ComputeCeiling* now = kernel.machine->ceilings.best(format);
    const ComputeCeiling* then = kernel.machine->ceilings.best(tensor);
    const auto mix = now && then && then->rate >= now->rate * kFasterRoof ? product_mix(kernel, format) : std::nullopt;
    if (!mix || !kernel.flops) continue;
    const Seconds least = std::max(*kernel.flops / then->rate, kernel.demand->compulsory_dram);
    return Advice{kTensorHint,
                  fmt::format("Its {} products run outside the tensor cores.", info(format).label),
                  fmt::format("{:.0f} % of its {} arithmetic is fused multiply-adds; the roof of {} is {}× as high",
                              100 * mix->fused_share, info(format).label, info(tensor).label,
                              significant(then->rate / now->rate)),
                  std::string(kUseMatrixInstructions),
                  1,
                  std::max(1.0, gap.measured / least),
                  std::string(kIfProduct)};
  }
  return tensor_advice_for_halves(kernel, gap);
}

std::optional<Advice> double_advice(const Placement& kernel, const Gap& gap) {
  const auto mix = double_mix(kernel);
  const auto converted = metric(kernel, "conversion_ops");
  const auto all = kernel.counters().value(counter::kSmspSassThreadInstExecutedPredOnSum);
  const auto beside = arithmetic_mix(kernel, Precision::fp32);
  if (!mix || !converted || !all || !(*all > 0) || !takes_the_time(kernel, gap)) return std::nullopt;
  const double share = *converted / *all;
  const bool converts = 2 * share >= kWorthASentence;
  if (!converts || !beside || !(beside->arithmetic_share.value_or(0) > 0)) return std::nullopt;
  const double of_special = conversions_of_special_pipe(kernel).value_or(0);
  const Seconds least = kernel.demand->time_left([&](const DemandResource& r) {
    if (r.resource == RoofResource(Precision::fp64)) return 0.0;
    if (r.resource == RoofResource(Pipe::sfu)) return 1 - of_special;
    return r.resource == RoofResource(Pipe::issue) ? 1 - *mix->arithmetic_share : 1.0;
  });
  if (!(least.value() > 0)) return std::nullopt;
  return Advice{kDoubleHint,
                "It computes in FP64 beside FP32, and converts between formats.",
                fmt::format("{} of its instructions are FP64 arithmetic, {} convert between formats",
                            percent_text(*mix->arithmetic_share), percent_text(share)),
                std::string(kLookForDoubles),
                1,
                std::max(1.0, gap.measured / least),
                "FP32 is precise enough"};
}

}  // namespace rooflens::models
