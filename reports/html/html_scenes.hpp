// Pictures on a page: scenes laid out for a few widths, of which the page shows the one that fits best.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/draw/scene.hpp"

namespace rooflens::reports {

/// {"width", "height", "title", "plots": [[x, y, width, height]], "svg"}.
[[nodiscard]] nlohmann::json scene_json(const chart::Scene& scene);

}  // namespace rooflens::reports
