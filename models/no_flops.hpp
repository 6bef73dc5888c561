// Which kernels are known to do no floating-point work, apart from those of which it is not known.
#pragma once

#include "models/analysis.hpp"
#include "models/metric_table.hpp"

namespace rooflens::models {

/// Whether a kernel without a FLOP rate has none: that was counted, or follows from its formula.
[[nodiscard]] inline bool has_no_flops(const KernelAnalysis& kernel) {
  if (kernel.flop_rate || kernel.flops || kernel.uncounted != MatrixWork::none) return false;
  return kernel.observation->work.has_value() || evaluate("fp32_flops", kernel.counters()).has_value();
}

}  // namespace rooflens::models
