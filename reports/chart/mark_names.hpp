// Puts kernel names beside their markers, the most important first, with a leader line where it is crowded. A name that
// would touch a line, a marker or another name is left out.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/chart/frame.hpp"
#include "reports/chart/obstacles.hpp"

namespace rooflens::reports::chart {

struct NameRequest {
  Marker marker;  ///< the primary one
  const Mark* mark = nullptr;
};

/// Places at most `most` names within `area`. `obstacles` already holds every marker, line and roof label.
void draw_names(const Frame& frame, const Rect& area, const std::vector<NameRequest>& requests, std::size_t most,
                Obstacles& obstacles);

}  // namespace rooflens::reports::chart
