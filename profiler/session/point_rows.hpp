// Table roofline_point: what analyse() derives, for people and pandas who read the file without rooflens.
#pragma once

#include "models/record/recording.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// Analyses the recording that `database` holds and replaces all points. The caller owns the transaction.
void store_points(Database& database, const models::Recording& recording);

}  // namespace rooflens::session
