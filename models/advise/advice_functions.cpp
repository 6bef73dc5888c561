#include "models/advise/advice_functions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "models/advise/advice_evidence.hpp"
#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32;

}  // namespace

std::optional<Advice> functions_advice(const Placement& kernel, const Gap& gap) {
  const auto amount = [&](RoofResource resource) {
    const DemandResource* r = kernel.demand->find(resource);
    return r ? r->amount : 0;
  };
  const double special = amount(Pipe::sfu), alu = amount(Pipe::alu);
  const double fp32 = fp32_instructions(kernel.counters()) / metric(kernel, "lane_efficiency").value_or(1);  // as pipes
  const double all = kLanes * amount(Pipe::issue);
  const bool around =
      std::min(alu, fp32) >= kAroundAFunction * special && std::max(alu, fp32) <= kBesideAFunction * special;
  if (!(special > 0) || !(all > 0) || !around) return std::nullopt;
  const double gone = std::min(1.0, (special + alu + fp32) / all);
  const Seconds left = kernel.demand->time_left([&](const DemandResource& r) {
    const auto* pipe = std::get_if<Pipe>(&r.resource);
    const bool computes = pipe && (*pipe == Pipe::issue || *pipe == Pipe::alu || *pipe == Pipe::sfu);
    return computes || r.resource == RoofResource(Precision::fp32) ? 1 - gone : 1.0;
  });
  if (!(left.value() > 0)) return std::nullopt;
  return Advice{
      kFunctions,
      "Much of the arithmetic may be that of precise special functions.",
      fmt::format("{} of the instructions are arithmetic, {:.0f} of FP32 and {:.0f} of the ALU for each of the "
                  "special-function pipe",
                  percent_text(gone), fp32 / special, alu / special),
      "Compute them once and keep the results, multiply instead of powf, and use fast variants "
      "(-use_fast_math) where these are precise enough.",
      1,
      std::max(1.0, gap.measured / left),
      "it computes such functions, as powf, expf or a division, and they can go or cost next to nothing"};
}

}  // namespace rooflens::models
