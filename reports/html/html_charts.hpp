// The Roofline and the bandwidths of kernels without FLOPs, as pictures have them, for a few widths of the page. Points
// stay data, which the page places on the picture's axes: of ten thousand kernels they would be most of the page.
#pragma once

#include <string>

#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Per machine `roofline`: pictures, which hold besides what scene_json() gives `choices`, an `svg` of all kernels
/// ("all") and one for each format that the legend offers, each with `radius` of a kernel with all of the time and the
/// least one, and `top`, FLOP/s at which slopes end; `slopes`, B/s by level; and the ends of the axes `x` and `y`.
/// `bandwidth`, pictures with `radius` and `y`, and `columns`, its kernels from left to right, where there are such.
[[nodiscard]] std::string page_charts(const Document& document);

}  // namespace rooflens::reports
