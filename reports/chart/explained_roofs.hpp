// Every roof says where it comes from: those that could not beside their line do in the notes below, which take room
// from the chart, which may cost another roof its words.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/chart/content.hpp"
#include "reports/draw/scene.hpp"
#include "reports/words/palette.hpp"

namespace rooflens::reports::chart {

/// Dashed roofs of `roofs` are asked for only where a line of theirs is drawn, and for any of their words.
/// Draws on a copy of `empty`, again with the roofs whose whole words it did not hold as second argument until that
/// says them all: three times at most.
[[nodiscard]] Scene draw_explained(const Scene& empty, const Palette& colours, const std::vector<const Roof*>& roofs,
                                   const std::function<void(Scene&, const std::vector<const Roof*>&)>& draw);

}  // namespace rooflens::reports::chart
