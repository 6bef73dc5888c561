// Scenes as bytes. A printer decides nothing: what is drawn, where and in which colour is in the scene.
#pragma once

#include <string>

#include "reports/draw/scene.hpp"

namespace rooflens::reports::chart {

/// A whole SVG file.
[[nodiscard]] std::string print_svg(const Scene& scene);

/// An <svg> element for inside of a page: the light palette's colours are the page's variables.
[[nodiscard]] std::string print_page_svg(const Scene& scene);

/// Bytes of a PNG file with `scale` pixels per logical pixel. Throws std::runtime_error where cairo or zlib fail.
[[nodiscard]] std::string print_png(const Scene& scene, double scale);

}  // namespace rooflens::reports::chart
