// Widths of text in the embedded fonts, so that layout is the same on every machine.
#pragma once

#include <string>
#include <string_view>

#include "reports/draw/scene.hpp"

namespace rooflens::reports::chart {

/// Height of capitals, and of letters that go down, as shares of the font size.
inline constexpr double kCapHeight = 0.727;
inline constexpr double kDescent = 0.22;

/// Width of the text in logical pixels, without kerning.
[[nodiscard]] double text_width(std::string_view text, double size, Weight weight);

/// The text, cut at its end with an ellipsis so that it is at most `width` wide.
[[nodiscard]] std::string fit_end(std::string_view text, double size, Weight weight, double width);

/// The text broken at spaces into lines at most `width` wide; the last of `lines` lines is cut with an ellipsis.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, double size, Weight weight, double width,
                                            std::size_t lines);

}  // namespace rooflens::reports::chart
