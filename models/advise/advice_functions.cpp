#include "models/advise/advice_functions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "models/advise/advice_conversions.hpp"
#include "models/advise/advice_evidence.hpp"
#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32;
constexpr double kSpecial = 2, kFp32 = 5, kAlu = 2;  // of a precise division of FP32, by nvcc 13.0 for sm_90

// Whether special functions bind it, with arithmetic around them, and hardly a conversion does.
bool special_functions_bind(const Placement& kernel, double special, double fp32) {
  if (kSpecial * fp32 < kFp32 * special) return false;
  const auto converted = conversions_of_special_pipe(kernel);
  return kernel.busiest == RoofResource(Pipe::sfu) && kernel.busiest_fraction.value_or(0) >= kBusyThreshold &&
         converted && *converted <= 1 - kMostlyConversions;
}

}  // namespace

std::optional<Advice> functions_advice(const Placement& kernel, const Gap& gap) {
  const auto amount = [&](RoofResource resource) {
    const DemandResource* r = kernel.demand->find(resource);
    return r ? r->amount : 0;
  };
  const double special = amount(Pipe::sfu);
  const double alu = amount(Pipe::alu);
  const double fp32 = fp32_instructions(kernel.counters()) / metric(kernel, "lane_efficiency").value_or(1);  // as pipes
  const double all = kLanes * amount(Pipe::issue);
  const bool around =
      std::min(alu, fp32) >= kAroundAFunction * special && std::max(alu, fp32) <= kBesideAFunction * special;
  const bool binds = !around && special_functions_bind(kernel, special, fp32);
  if (!(special > 0) || !(all > 0) || !(around || binds)) return std::nullopt;
  const double alu_gone = binds ? std::min(alu, special * kAlu / kSpecial) : alu;
  const double fp32_gone = binds ? special * kFp32 / kSpecial : fp32;
  const double gone = std::min(1.0, (special + alu_gone + fp32_gone) / all);
  const Seconds left = kernel.demand->time_left([&](const DemandResource& r) {
    const auto* pipe = std::get_if<Pipe>(&r.resource);
    if (binds && r.resource == RoofResource(Pipe::sfu)) return 0.0;
    const bool computes = pipe && (*pipe == Pipe::issue || *pipe == Pipe::alu || *pipe == Pipe::sfu);
    return computes || r.resource == RoofResource(Precision::fp32) ? 1 - gone : 1.0;
  });
  if (!(left.value() > 0)) return std::nullopt;
  return Advice{
      kFunctions,
      binds ? "Special functions may take the time: divisions, square roots, exponentials and their like."
            : "Much of the arithmetic may be that of precise special functions.",
      fmt::format("{} of the instructions are arithmetic, {:.0f} of FP32 and {:.0f} of the ALU for each of the "
                  "special-function pipe",
                  percent_text(std::min(1.0, (special + alu + fp32) / all)), fp32 / special, alu / special),
      fmt::format("Compute them once and keep the results, {}, and use fast variants (-use_fast_math) where these are "
                  "precise enough.",
                  binds ? "multiply by a reciprocal instead of dividing" : "multiply instead of powf"),
      1,
      std::max(1.0, gap.measured / left),
      "it computes such functions, as powf, expf or a division, and they can go or cost next to nothing"};
}

}  // namespace rooflens::models
