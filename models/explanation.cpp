#include "models/explanation.hpp"

#include "models/analysis.hpp"

namespace rooflens::models {

Explanation explain(const KernelAnalysis& kernel) {
  Explanation result{.gap = explain_gap(kernel), .latency = latency_standing(kernel), .advice = {}};
  const auto& latency_roof = kernel.machine->ceilings.latency;
  if (result.gap) result.advice = advise(kernel, *result.gap, latency_roof ? &*latency_roof : nullptr);
  return result;
}

}  // namespace rooflens::models
