#include "profiler/cli/options/picture_options.hpp"

#include <fmt/core.h>

#include "profiler/cli/options/numbers.hpp"

namespace rooflens::cli {
namespace {

constexpr int kMostPixels = 8000;  // a side

int parse_side(const std::string& text, int least, const PictureChoices& choices) {
  const std::int64_t value = parse_count("--size", text);
  if (value < least || value > kMostPixels) {
    throw usage_error(fmt::format("--size takes {}x{} to {}x{} pixels, not a side of {}", choices.least_width,
                                  choices.least_height, kMostPixels, kMostPixels, text));
  }
  return static_cast<int>(value);
}

}  // namespace

void PictureChoices::add_to(OptionTable& table, const std::string& labelled) {
  table.group("Look of images")
      .add("theme", &theme, "light|dark", "background")
      .add("size", &size, "WxH", "in logical pixels; a PNG has twice as many each way")
      .add("top", &top, "N", "number of " + labelled + " to label");
}

void PictureChoices::apply_to(reports::PictureOptions& picture) const {
  const bool dark = theme == "dark";
  picture.theme = dark ? reports::Theme::dark : reports::Theme::light;
  const std::size_t cross = size.find('x');
  if (cross == std::string::npos) throw usage_error("--size takes WIDTHxHEIGHT in pixels, not `" + size + "`");
  picture.width = parse_side(size.substr(0, cross), least_width, *this);
  picture.height = parse_side(size.substr(cross + 1), least_height, *this);
  picture.labels = static_cast<int>(parse_between("--top", top, 0, 1000));
}

}  // namespace rooflens::cli
