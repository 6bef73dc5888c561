// Which resource a kernel keeps busiest, and whether that is what limits it.
#pragma once

#include <optional>

#include "models/place/binding.hpp"

namespace rooflens::models {

struct Placement;

struct Busiest {
  Binding binding = Binding::unknown;
  std::optional<double> fraction;  ///< share of its roof; absent: nothing that it did has a roof
};

/// Of a kernel whose operations, points and metrics are known. No roof limits it where none is busy (kBusyThreshold)
/// and none can be: where traffic and all arithmetic were counted, and each has a roof.
[[nodiscard]] Busiest busiest_of(const Placement& kernel);

}  // namespace rooflens::models
