// What tests ask of a drawn chart: its words, and the values that pixels of its axes stand for.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {

/// All words of a scene, a line each.
[[nodiscard]] inline std::string words_of(const chart::Scene& scene) {
  std::string words;
  for (const chart::Text& text : all<chart::Text>(scene)) words += text.text + "\n";
  return words;
}

/// The value at a pixel of a logarithmic axis, from the outermost two of its ticks that are plain numbers.
class DrawnAxis {
 public:
  [[nodiscard]] static DrawnAxis below(const chart::Scene& scene, const chart::Rect& plot) {
    DrawnAxis axis;
    for (const chart::Text& text : all<chart::Text>(scene)) {
      const bool under = text.at.y > plot.bottom() && text.at.y < plot.bottom() + 3 * text.size;
      if (under && text.at.x >= plot.x - 1 && text.at.x <= plot.right() + 1) axis.add(text, text.at.x);
    }
    return axis.checked();
  }
  [[nodiscard]] static DrawnAxis beside(const chart::Scene& scene, const chart::Rect& plot) {
    DrawnAxis axis;
    for (const chart::Text& text : all<chart::Text>(scene)) {
      const bool left = text.at.x < plot.x && text.at.x > plot.x - 2 * text.size;
      const double middle = text.at.y - text.size * 0.727 / 2;  // half of the capitals' height
      if (left && middle >= plot.y - 1 && middle <= plot.bottom() + 1) axis.add(text, middle);
    }
    return axis.checked();
  }
  [[nodiscard]] double value(double pixel) const {
    const auto [low, high] = std::minmax_element(ticks_.begin(), ticks_.end());
    return low->first * std::pow(high->first / low->first, (pixel - low->second) / (high->second - low->second));
  }

 private:
  void add(const chart::Text& text, double pixel) {
    if (text.role != chart::TextRole::tick) return;
    double value = 0;
    const char* end = text.text.data() + text.text.size();
    const auto [rest, error] = std::from_chars(text.text.data(), end, value);
    if (error == std::errc() && (rest == end || std::string(rest, end) == "×")) ticks_.emplace_back(value, pixel);
  }
  [[nodiscard]] DrawnAxis checked() const {
    if (ticks_.size() < 2) throw std::runtime_error("an axis needs two ticks to be read");
    return *this;
  }
  std::vector<std::pair<double, double>> ticks_;
};

}  // namespace rooflens::reports
