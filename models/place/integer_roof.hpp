// The roof that integer operations leave to floating-point ones: why the points of a kernel that mostly counts,
// compares and addresses stand far below the roofs of its number format.
#pragma once

#include <optional>

#include "models/base/quantity.hpp"

namespace rooflens::models {

struct ComputeCeiling;
struct Placement;

struct IntegerRoof {
  OperationRate flop_rate;                ///< INT32 roof / operations_per_flop
  double operations_per_flop = 0;         ///< INT32 operations for each FLOP
  const ComputeCeiling* int32 = nullptr;  ///< never nullptr
};

/// For kernels whose main work is INT32: it takes more of its roof than any other format, and than any memory level.
/// Nothing for all others, without FLOPs, without an INT32 roof, and where matrix work was not counted.
[[nodiscard]] std::optional<IntegerRoof> integer_roof(const Placement& kernel);

}  // namespace rooflens::models
