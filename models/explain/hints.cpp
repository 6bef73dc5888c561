#include "models/explain/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "models/advise/advice_formats.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/explain/explanation.hpp"
#include "models/gap/own_roofs.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

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

}  // namespace

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
