#include "models/base/significant.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>

#include "models/base/missing.hpp"

namespace rooflens::models {
namespace {

std::string fixed(double number, int exponent) {
  if (exponent < 2) return fmt::format("{:.{}f}", number, 2 - exponent);
  const double step = std::pow(10.0, exponent - 2);
  return fmt::format("{:.0f}", std::round(number / step) * step);
}

std::string not_finite(double number) {
  if (std::isnan(number)) return std::string(kMissing);
  return number < 0 ? "-∞" : "∞";
}

}  // namespace

// Amid a decade rounding does not change the exponent; near its ends fmt says what the rounded number is.
int rounded_exponent(double number) {
  const double exponent = std::floor(std::log10(std::abs(number)));
  const double leading = std::abs(number) / std::pow(10.0, exponent);
  if (leading > 1.001 && leading < 9.99) return static_cast<int>(exponent);
  const std::string text = fmt::format("{:.2e}", number);
  return std::atoi(text.c_str() + text.find('e') + 1);
}

std::string significant(double number) {
  if (!std::isfinite(number)) return not_finite(number);
  if (number == 0) return "0";
  const int exponent = rounded_exponent(number);
  if (exponent < -6 || exponent >= 15) return fmt::format("{:.2e}", number);
  return fixed(number, exponent);
}

}  // namespace rooflens::models
