#include "models/explain/explanation.hpp"

#include <utility>

#include "models/explain/stalled_time.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

Explanation explain(const Placement& kernel, const SourceProfile* samples) {
  Explanation result{.gap = explain_gap(kernel),
                     .latency = latency_standing(kernel),
                     .advice = {},
                     .own_roofs = own_roofs(kernel),
                     .integer_roof = integer_roof(kernel)};
  const auto& latency_roof = kernel.machine->ceilings.latency;
  if (result.gap) result.advice = advise(kernel, *result.gap, latency_roof ? &*latency_roof : nullptr);
  if (samples) return explain_by_samples(kernel, *samples, std::move(result));
  return result;
}

}  // namespace rooflens::models
