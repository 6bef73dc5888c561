// The shortest time that the roofs allow for a kernel's task, and how near it came.
#pragma once

#include <optional>
#include <string>

#include "models/base/quantity.hpp"

namespace rooflens::models {

struct CountedKernel;
struct DemandModel;

/// The shortest time that the roofs allow for the kernel's task, and how near it came.
struct PercentOfRoof {
  Seconds shortest;         ///< max over resources of demand / roof
  double fraction = 0;      ///< shortest / median time; at most kAboveRoof
  bool compulsory = false;  ///< true: analytic compulsory demand; false: "of measured demand"
  std::string roof;         ///< the roof that sets it: "DRAM" or "FP32"
};

/// Of a kernel with a time. Nothing where a resource that it used has no roof.
[[nodiscard]] std::optional<PercentOfRoof> percent_of_roof(const CountedKernel& kernel, const DemandModel& demand);

}  // namespace rooflens::models
