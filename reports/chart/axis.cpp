#include "reports/chart/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace rooflens::reports::chart {

LogAxis::LogAxis(double from, double to, double start, double end) : from_(from), to_(to), start_(start), end_(end) {}

double LogAxis::pixels_per_decade() const { return (end_ - start_) / std::log10(to_ / from_); }

double LogAxis::pixel(double value) const { return start_ + std::log10(value / from_) * pixels_per_decade(); }

double LogAxis::value(double pixel) const { return from_ * std::pow(10.0, (pixel - start_) / pixels_per_decade()); }

std::vector<double> LogAxis::ticks(double spacing) const {
  const double decade = std::abs(pixels_per_decade());
  const auto step = static_cast<int>(std::max(1.0, std::ceil(spacing / decade)));
  const bool finer = decade * std::log10(2.0) >= 1.6 * spacing && to_ / from_ < 1e4;
  std::vector<double> result;
  const auto last = static_cast<int>(std::floor(std::log10(to_) + 1e-9));
  for (int e = static_cast<int>(std::floor(std::log10(from_) - 1e-9)); e <= last; ++e) {
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10.0, e);
      const bool wanted = digit == 1 ? e % step == 0 : finer;
      if (wanted && value >= from_ * (1 - 1e-9) && value <= to_ * (1 + 1e-9)) result.push_back(value);
    }
  }
  return result;
}

std::vector<double> LogAxis::between_decades() const {
  std::vector<double> result;
  if (std::abs(pixels_per_decade()) < 70) return result;
  const auto last = static_cast<int>(std::floor(std::log10(to_)));
  for (int e = static_cast<int>(std::floor(std::log10(from_))); e <= last; ++e) {
    for (int digit = 2; digit <= 9; ++digit) {
      const double value = digit * std::pow(10.0, e);
      if (value > from_ && value < to_) result.push_back(value);
    }
  }
  return result;
}

double raised(double from, double to, double length, double room) {
  return to * std::pow(to / from, room / std::max(1.0, length - room));
}

std::string tick_text(double value) {
  const auto exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  if (exponent >= 4 && exponent < 15) {
    constexpr std::array<std::string_view, 4> kPrefixes{"k", "M", "G", "T"};
    const int step = exponent / 3;
    return fmt::format("{:.0f}\u00A0{}", value / std::pow(10.0, 3 * step),
                       kPrefixes[static_cast<std::size_t>(step - 1)]);
  }
  if (exponent >= -4 && exponent < 4) return fmt::format("{:.{}f}", value, exponent < 0 ? -exponent : 0);
  constexpr std::array<std::string_view, 10> superscript{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent))) {
    text += superscript[static_cast<std::size_t>(digit - '0')];
  }
  const auto leading = std::lround(value / std::pow(10.0, exponent));
  return leading == 1 ? text : fmt::format("{}·{}", leading, text);
}

}  // namespace rooflens::reports::chart
