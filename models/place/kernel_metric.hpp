// One of a kernel's derived metrics by its name.
#pragma once

#include <optional>
#include <string_view>

#include "models/place/counted_kernel.hpp"

namespace rooflens::models {

/// The value of the row with this id in metric_table(), as it was calculated for the kernel; nothing where it was not.
[[nodiscard]] inline std::optional<double> metric(const TrustedCounters& kernel, std::string_view id) {
  for (const DerivedMetric& entry : kernel.metrics) {
    if (entry.row->id == id) return entry.value;
  }
  return std::nullopt;
}

}  // namespace rooflens::models
