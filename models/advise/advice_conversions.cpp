#include "models/advise/advice_conversions.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/advise/advice_evidence.hpp"
#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

std::optional<double> conversions_of_special_pipe(const Placement& kernel) {
  const auto converted = metric(kernel, "conversion_ops");  // by lanes that are on; the pipe's by warps
  const DemandResource* special = kernel.demand->find(Pipe::sfu);
  const double lanes = metric(kernel, "lane_efficiency").value_or(1);
  if (!converted || !special || !(special->amount > 0) || !(lanes > 0)) return std::nullopt;
  const double part = *converted / lanes / special->amount;
  if (part > kAboveRoof) return std::nullopt;  // other pipes convert, too
  return std::min(1.0, part);
}

std::optional<Advice> conversions_advice(const Placement& kernel, const Gap& gap) {
  const auto part = conversions_of_special_pipe(kernel);
  if (!part || *part < kMostlyConversions) return std::nullopt;
  const Seconds left = kernel.demand->time_left(
      [&](const DemandResource& r) { return r.resource == RoofResource(Pipe::sfu) ? 1 - *part : 1.0; });
  if (!(left.value() > 0)) return std::nullopt;
  return Advice{kConversions,
                "Conversions between number formats take the time of the special-function pipe.",
                fmt::format("{} of what that pipe executes are conversions", percent_text(*part)),
                "Convert each value once and keep it in one format, compute in the format of the data, or build small "
                "integers into floating-point numbers by their bits (OR with an exponent, one subtraction).",
                1,
                std::max(1.0, gap.measured / left),
                "they can go, or be done by other pipes"};
}

}  // namespace rooflens::models
