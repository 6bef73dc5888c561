#include "models/place/integer_roof.hpp"

#include <algorithm>

#include "models/place/placement.hpp"

namespace rooflens::models {

std::optional<IntegerRoof> integer_roof(const Placement& kernel) {
  if (!kernel.flops || kernel.operations.empty()) return std::nullopt;
  const PrecisionWork& largest = kernel.operations.front();  // sorted by share of roof
  if (largest.precision != Precision::int32 || !largest.ceiling || !largest.fraction_of_ceiling) return std::nullopt;
  const bool memory_first = std::any_of(kernel.points.begin(), kernel.points.end(), [&](const LevelPoint& point) {
    return point.fraction_of_ceiling && *point.fraction_of_ceiling >= *largest.fraction_of_ceiling;
  });
  if (memory_first) return std::nullopt;
  const double operations_per_flop = largest.operations / *kernel.flops;
  return IntegerRoof{largest.ceiling->rate / operations_per_flop, operations_per_flop, largest.ceiling};
}

}  // namespace rooflens::models
