#include "profiler/cli/options/picture_options.hpp"

#include <fmt/core.h>

#include "profiler/actions/command_error.hpp"
#include "profiler/cli/options/numbers.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

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

void PictureChoices::add_to(po::options_description& description, const std::string& labelled) {
  const std::string counted = labelled + " that are labelled in pictures";
  // clang-format off
  description.add_options()
    ("theme", po::value(&theme)->value_name("THEME")->default_value("light"), "of pictures: light or dark")
    ("size", po::value(&size)->value_name("WxH")->default_value("1200x760"), "of pictures, in logical pixels; PNG has twice as many")
    ("top", po::value(&top)->value_name("N")->default_value("12"), counted.c_str());
  // clang-format on
}

void PictureChoices::apply_to(reports::PictureOptions& picture) const {
  const bool dark = one_of("--theme", theme, {"light", "dark"}) == "dark";
  picture.theme = dark ? reports::Theme::dark : reports::Theme::light;
  const std::size_t cross = size.find('x');
  if (cross == std::string::npos) throw usage_error("--size takes WIDTHxHEIGHT in pixels, not `" + size + "`");
  picture.width = parse_side(size.substr(0, cross), least_width, *this);
  picture.height = parse_side(size.substr(cross + 1), least_height, *this);
  picture.labels = static_cast<int>(parse_between("--top", top, 0, 1000));
}

void refuse_without_picture(const po::variables_map& values, std::initializer_list<const char*> options) {
  for (const char* option : options) {
    if (values[option].defaulted()) continue;
    throw usage_error(
        fmt::format("--{} {} is of pictures, and none is written", option, values[option].as<std::string>()),
        "add -o FILE.png or -o FILE.svg, or leave it out");
  }
}

}  // namespace rooflens::cli
