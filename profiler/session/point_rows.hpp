// Table roofline_point: kernels on their roofs, for people and pandas who read the file without rooflens.
#pragma once

#include <span>

#include "models/place/placement.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// Replaces all points: `placed` has one for each kernel in the order of their ids, or nullptr. The caller owns the
/// transaction.
void store_points(Database& database, std::span<const models::Placement* const> placed);

}  // namespace rooflens::session
