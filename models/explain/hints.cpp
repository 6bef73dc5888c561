#include "models/explain/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/explain/advice_evidence.hpp"
#include "models/explain/explanation.hpp"
#include "models/explain/own_roofs.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

// The roof of a kernel that multiplies and adds what it loads, as products of matrices and convolutions do; then its
// mix.
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

bool is_advised(const Explanation& explanation, std::string_view id) {
  return std::ranges::find(explanation.advice, id, &Advice::id) != explanation.advice.end();
}

std::optional<Finding> tensor_hint(const Placement& kernel, const Explanation& explanation) {
  if (is_advised(explanation, kTensorHint)) return std::nullopt;
  const ComputeCeiling* fp32 = kernel.machine->ceilings.best(Precision::fp32);
  const auto mix = product_mix(kernel, Precision::fp32);
  if (!fp32 || !mix) return std::nullopt;
  std::string roofs;
  for (const Precision format : {Precision::tensor_tf32, Precision::tensor_bf16, Precision::tensor_fp16}) {
    const ComputeCeiling* tensor = kernel.machine->ceilings.best(format);
    if (!tensor || tensor->rate < fp32->rate * kFasterRoof) continue;
    roofs += fmt::format("{}{} is {}×", roofs.empty() ? "" : ", ", info(format).label,
                         significant(tensor->rate / fp32->rate));
  }
  if (roofs.empty()) return std::nullopt;
  return Finding{Severity::note, std::string(kTensorHint),
                 fmt::format("{:.0f} % of its FP32 arithmetic is fused multiply-adds outside the tensor cores.",
                             100 * mix->fused_share),
                 fmt::format("If it is a matrix product or a convolution, and its precision allows, other roofs are "
                             "higher: {} that of FP32.",
                             roofs),
                 "Allow such a format in the library's call, or use matrix instructions."};
}

constexpr std::string_view kUseMatrixInstructions = "Use matrix instructions (WMMA, CUTLASS) or a library's call.";
constexpr std::string_view kIfProduct = "it is a matrix product or a convolution";

constexpr std::string_view kLookForDoubles = "Look for constants without an f and for functions that take a double.";

// FP64 arithmetic, where FP32 has a higher roof and no memory is the bottleneck.
std::optional<ArithmeticMix> double_mix(const Placement& kernel) {
  const ComputeCeiling* fp32 = kernel.machine->ceilings.best(Precision::fp32);
  const ComputeCeiling* fp64 = kernel.machine->ceilings.best(Precision::fp64);
  const auto mix = arithmetic_mix(kernel, Precision::fp64);
  const bool of_memory = kernel.binding == Binding::dram || kernel.binding == Binding::l2 ||
                         kernel.binding == Binding::l1 || kernel.binding == Binding::shared;
  if (of_memory || !fp32 || !fp64 || fp32->rate < fp64->rate * kFasterRoof || !mix) return std::nullopt;
  return mix->arithmetic_share.value_or(0) < kWorthASentence ? std::nullopt : mix;
}

std::optional<Finding> double_hint(const Placement& kernel, const Explanation& explanation) {
  const auto mix = double_mix(kernel);
  if (!mix || is_advised(explanation, kDoubleHint)) return std::nullopt;
  const auto beside = arithmetic_mix(kernel, Precision::fp32);
  const bool both = beside && beside->arithmetic_share.value_or(0) >= kWorthASentence;
  return Finding{Severity::note, std::string(kDoubleHint),
                 fmt::format("{:.0f} % of its instructions are FP64 arithmetic{}.", 100 * *mix->arithmetic_share,
                             both ? ", beside FP32" : ""),
                 fmt::format("If FP32 is precise enough: its roof is {}× as high, and its divisions, roots and "
                             "exponentials take fewer instructions.",
                             significant(kernel.machine->ceilings.best(Precision::fp32)->rate /
                                         kernel.machine->ceilings.best(Precision::fp64)->rate)),
                 both ? std::string(kLookForDoubles) : "Use float."};
}

std::optional<Finding> atomics_hint(const Placement& kernel) {
  if (!kernel.demand || (kernel.binding != Binding::unknown && kernel.binding != Binding::no_roof)) return std::nullopt;
  const auto& unknown = kernel.demand->uncounted;
  const auto atomics =
      std::find_if(unknown.begin(), unknown.end(), [](const UnknownDemand& u) { return u.id == kAtomicsDemand; });
  if (atomics == unknown.end()) return std::nullopt;
  return Finding{Severity::note, std::string(kAtomicsHint),
                 fmt::format("Atomics may take the time: {}.", atomics->reason),
                 "The more threads update one address, the longer they wait for each other.",
                 "Combine values in the warp or in shared memory; add each block's result once."};
}

// What tells more of its waiting than is known; empty where nothing does, or where the note on its roofs names it.
std::string next_option(const Placement& kernel, Sampled sampled) {
  const bool profiled = kernel.observation->cache == CachePolicy::uncontrolled;
  if (sampled == Sampled::no && kernel.binding == Binding::no_roof) return "";
  if (sampled == Sampled::no && !profiled) return "`rooflens run --stalls` samples what warps wait for.";
  return profiled && sampled != Sampled::by_line
             ? "`rooflens profile --stalls --lines` shows what warps wait for, line by line."
             : "";
}

Finding no_advice(const Placement& kernel, const Gap& gap, Sampled sampled) {
  const GapFactor* clock = gap.find("clock");
  std::string_view why = gap.unexplained_share.value_or(0) > kMostlyFused ? ", and most of the gap is unexplained" : "";
  // A clock below the maximum is advised on unless power sets it.
  if (clock && clock->factor >= kWorthAnAdvice) why = "; its clock is what power allows";
  return {Severity::note, std::string(kNoAdvice),
          fmt::format("No advice: nothing that was counted backs a change that would bring 2 %{}.", why), "",
          next_option(kernel, sampled)};
}

// Where what binds it is unknown, that has a note of its own, which says what counts it.
std::optional<Finding> unexplained_hint(const Placement& kernel, const Gap& gap, Sampled sampled) {
  const GapFactor* left = gap.find("unexplained");
  if (!left || left->factor < kModelError || kernel.binding == Binding::unknown) return std::nullopt;
  const std::string option = next_option(kernel, sampled);
  return Finding{Severity::note, std::string(kUnexplainedHint),
                 fmt::format("It takes {}× the time that its counters{} explain.", significant(left->factor),
                             sampled == Sampled::no ? "" : " and samples"),
                 sampled != Sampled::no && option.empty() ? "No option collects data that would explain it." : "",
                 option};
}

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

}  // namespace

std::optional<Advice> tensor_advice(const Placement& kernel, const Gap& gap) {
  constexpr std::array kSameFormat{std::pair{Precision::fp64, Precision::tensor_fp64},
                                   std::pair{Precision::fp16, Precision::tensor_fp16},
                                   std::pair{Precision::bf16, Precision::tensor_bf16}};
  for (const auto& [format, tensor] : kSameFormat) {
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
  if (!mix || !converted || !all || !(*all > 0) || gap.busiest_fraction < kBusyThreshold) return std::nullopt;
  const double share = *converted / *all;
  const bool converts = 2 * share >= kWorthASentence;
  if (!converts || !beside || !(beside->arithmetic_share.value_or(0) > 0)) return std::nullopt;
  const Seconds least = kernel.demand->time_left([&](const DemandResource& r) {
    if (r.resource == RoofResource(Precision::fp64)) return 0.0;
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

bool is_hint(const Finding& finding) {
  return finding.topic == kTensorHint || finding.topic == kDoubleHint || finding.topic == kAtomicsHint ||
         finding.topic == kNoAdvice;
}

std::vector<Finding> hints(const Placement& kernel, const Explanation& explanation, Sampled sampled) {
  std::vector<Finding> result;
  if (kernel.failed() || kernel.mismatch || !explanation.gap) return result;
  if (auto hint = tensor_hint(kernel, explanation)) result.push_back(std::move(*hint));
  if (auto hint = double_hint(kernel, explanation)) result.push_back(std::move(*hint));
  if (auto hint = atomics_hint(kernel)) result.push_back(std::move(*hint));
  if (result.empty() && explanation.advice.empty() && explanation.gap->total >= kWorthAnAdvice) {
    result.push_back(no_advice(kernel, *explanation.gap, sampled));
  } else if (auto hint = unexplained_hint(kernel, *explanation.gap, sampled)) {
    result.push_back(std::move(*hint));
  }
  return result;
}

}  // namespace rooflens::models
