#include "reports/chart/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace rooflens::reports::chart {
namespace {

// The length of a decade from which on tenths / 10 times 10^e has its room: powers of ten first, the coarse steps
// between them next.
double decade_of_tick(int tenths, int e, double spacing) {
  if (tenths == 10) {
    double decade = spacing;
    for (int step = 2; step <= 64 && e % step == 0; step *= 2) decade /= 2;
    return decade;
  }
  if (tenths == 20 || tenths == 50) return 1.6 * spacing / std::log10(2.0);
  const int step = tenths % 10 == 0 ? 10 : tenths % 5 == 0 ? 5 : 1;
  return 3 * spacing / std::log10(1 + static_cast<double>(step) / tenths);
}

}  // namespace

LogAxis::LogAxis(double from, double to, double start, double end) : from_(from), to_(to), start_(start), end_(end) {}

double LogAxis::pixels_per_decade() const { return (end_ - start_) / std::log10(to_ / from_); }

double LogAxis::pixel(double value) const { return start_ + std::log10(value / from_) * pixels_per_decade(); }

double LogAxis::value(double pixel) const { return from_ * std::pow(10.0, (pixel - start_) / pixels_per_decade()); }

std::vector<LogAxis::ZoomTick> LogAxis::zoom_ticks(double spacing, double longest) const {
  std::vector<ZoomTick> result;
  const auto last = static_cast<int>(std::floor(std::log10(to_) + 1e-9));
  for (int e = static_cast<int>(std::floor(std::log10(from_) - 1e-9)); e <= last; ++e) {
    for (int tenths = 10; tenths < 100; ++tenths) {
      const double value = tenths * std::pow(10.0, e - 1);
      if (value < from_ * (1 - 1e-9) || value > to_ * (1 + 1e-9)) continue;
      const double decade = decade_of_tick(tenths, e, spacing);
      if (decade <= longest) result.push_back({value, decade});
    }
  }
  return result;
}

std::vector<double> LogAxis::ticks(double spacing) const {
  const double decade = std::abs(pixels_per_decade());
  std::vector<double> result;
  for (const ZoomTick& tick : zoom_ticks(spacing, decade)) {
    const double digit = tick.value / std::pow(10.0, std::floor(std::log10(tick.value) + 1e-9));
    const bool power = digit < 1.5;
    const bool finer = (std::abs(digit - 2) < 0.05 || std::abs(digit - 5) < 0.05) && to_ / from_ < 1e4;
    if (power || finer) result.push_back(tick.value);
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
    return fmt::format("{:.3g}\u00A0{}", value / std::pow(10.0, 3 * step),
                       kPrefixes[static_cast<std::size_t>(step - 1)]);
  }
  const bool whole = std::abs(value / std::pow(10.0, exponent) - std::round(value / std::pow(10.0, exponent))) < 1e-6;
  if (exponent >= -4 && exponent < 4) {
    return fmt::format("{:.{}f}", value, std::max(0, (whole ? 0 : 1) - exponent));
  }
  constexpr std::array<std::string_view, 10> superscript{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent))) {
    text += superscript[static_cast<std::size_t>(digit - '0')];
  }
  const std::string leading = fmt::format("{:.2g}", value / std::pow(10.0, exponent));
  return leading == "1" ? text : leading + "·" + text;
}

}  // namespace rooflens::reports::chart
