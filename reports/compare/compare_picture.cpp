// The chart of a comparison as a file.
#include "reports/compare/compare.hpp"
#include "reports/compare/comparison_scene.hpp"
#include "reports/draw/printers.hpp"

namespace rooflens::reports {

std::string render_svg(const ComparisonDocument& document, const PictureOptions& options) {
  return chart::print_svg(chart::build_comparison_scene(document, options));
}

std::string render_png(const ComparisonDocument& document, const PictureOptions& options) {
  return chart::print_png(chart::build_comparison_scene(document, options), options.scale);
}

}  // namespace rooflens::reports
