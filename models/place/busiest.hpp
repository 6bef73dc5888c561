// Which resource a kernel keeps busiest, and whether that is what limits it.
#pragma once

#include <optional>

#include "models/base/roof_resource.hpp"
#include "models/place/binding.hpp"

namespace rooflens::models {

struct Placement;

struct Busiest {
  Binding binding = Binding::unknown;
  std::optional<RoofResource> resource;  ///< absent: nothing that it did has a roof
  std::optional<double> fraction;        ///< share of its roof, with those of its group
};

/// Of a kernel whose demand is known. No roof limits it where none is busy (kBusyThreshold)
/// and none can be: where traffic and all arithmetic were counted, and each has a roof.
[[nodiscard]] Busiest busiest_of(const Placement& kernel);

}  // namespace rooflens::models
