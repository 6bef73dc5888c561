#include "reports/words/format.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

namespace rooflens::reports {
namespace {

constexpr std::string_view kNoBreakSpace = "\u00A0";

struct Prefix {
  int exponent;  // of ten
  std::string_view symbol;
};

// The number under the largest prefix that keeps it at 1 or above; under the smallest where none does.
const Prefix& prefix_of(double number, std::span<const Prefix> prefixes) {
  const Prefix* chosen = &prefixes.front();
  if (std::isfinite(number) && number != 0) {
    const int exponent = models::rounded_exponent(number);
    for (const Prefix& prefix : prefixes) {
      if (exponent >= prefix.exponent) chosen = &prefix;
    }
  }
  return *chosen;
}

Measure with_prefix(double number, std::span<const Prefix> prefixes, std::string_view unit) {
  const Prefix& chosen = prefix_of(number, prefixes);
  return {significant(number / std::pow(10.0, chosen.exponent)), fmt::format("{}{}", chosen.symbol, unit)};
}

// One number where both ends read the same.
std::string interval(double low, double high, int decimals) {
  const auto number = [&](double end) {
    const std::string text = fmt::format("{:.{}f}", end, decimals);
    return text == "0.0" ? "0" : text;
  };
  const std::string from = number(low), to = number(high);
  return from == to ? to : from + "–" + to;
}

constexpr std::array<Prefix, 6> kLarge{{{0, ""}, {3, "k"}, {6, "M"}, {9, "G"}, {12, "T"}, {15, "P"}}};
constexpr std::array<Prefix, 4> kTime{{{-9, "n"}, {-6, "µ"}, {-3, "m"}, {0, ""}}};
constexpr std::array<Prefix, 4> kClock{{{0, ""}, {3, "k"}, {6, "M"}, {9, "G"}}};

}  // namespace

std::string round_trip(double number) {
  if (!std::isfinite(number)) return {};
  return fmt::format("{}", number == 0 ? 0.0 : number);
}

Measure measure(models::Seconds time) { return with_prefix(time.value(), kTime, "s"); }

Measure measure(models::ByteRate rate) { return with_prefix(rate.value(), kLarge, "B/s"); }

Measure measure(models::OperationRate rate, std::string_view unit) {
  return with_prefix(rate.value(), kLarge, fmt::format("{}/s", unit));
}

Measure measure(models::Operations operations, std::string_view unit) {
  return with_prefix(operations.value(), kLarge, unit);
}

Measure measure(models::Bytes bytes) { return with_prefix(bytes.value(), kLarge, "B"); }

Measure measure_capacity(models::Bytes bytes) {
  constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  double number = bytes.value();
  std::size_t unit = 0;
  while (std::abs(number) >= 1024 && unit + 1 < units.size()) {
    number /= 1024;
    ++unit;
  }
  const bool whole = number == std::floor(number) && std::abs(number) < 1024;
  return {whole ? fmt::format("{:.0f}", number) : significant(number), std::string(units[unit])};
}

Measure measure(models::Intensity intensity) { return {significant(intensity.value()), "FLOP/B"}; }

Measure measure(models::Hertz frequency) { return with_prefix(frequency.value(), kClock, "Hz"); }

std::string format(models::OperationRate rate, std::string_view unit) { return measure(rate, unit).text(); }

std::string format(models::Operations operations, std::string_view unit) { return measure(operations, unit).text(); }

std::string format_capacity(models::Bytes bytes) { return measure_capacity(bytes).text(); }

std::string format(const models::Dim3& d) {
  if (d.z != 1) return fmt::format("{} × {} × {}", d.x, d.y, d.z);
  return d.y != 1 ? fmt::format("{} × {}", d.x, d.y) : std::to_string(d.x);
}

std::string format_percent(double fraction) {
  const double percent = fraction * 100;
  if (!std::isfinite(percent)) return significant(percent);
  // One decimal is enough near 0, and none is needed from 100 on.
  return fmt::format("{:.{}f}{}%", percent, std::abs(percent) < 99.95 ? 1 : 0, kNoBreakSpace);
}

std::string format_percent(std::optional<double> fraction) {
  return fraction ? format_percent(*fraction) : std::string(kMissing);
}

std::string format_percents(double low, double high) {
  return interval(100 * low, 100 * high, std::abs(high) < 0.0095 ? 1 : 0).append(kNoBreakSpace).append("%");
}

std::string format_times(models::Seconds low, models::Seconds high) {
  const Prefix& prefix = prefix_of(high.value(), kTime);
  const double unit = std::pow(10.0, prefix.exponent);
  const int decimals = high.value() < 9.95 * unit ? 1 : 0;
  return fmt::format("{} {}s", interval(low.value() / unit, high.value() / unit, decimals), prefix.symbol);
}

std::string format_factor(double factor) { return significant(factor) + "×"; }

std::string format_factor(std::optional<double> factor) {
  return factor ? format_factor(*factor) : std::string(kMissing);
}

std::string format_spread(double relative) {
  return std::isfinite(relative) ? fmt::format("± {:.1f}{}%", relative * 100, kNoBreakSpace) : std::string(kMissing);
}

}  // namespace rooflens::reports
