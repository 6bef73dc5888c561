// Quantities as text for people: three significant digits, SI prefixes, the unit that needs no exponent. The one home
// of number text for all formats; numbers without a unit are those of models/significant. Nothing here looks at the
// locale. A missing value is an en dash; the caller says why.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "models/base/missing.hpp"
#include "models/base/quantity.hpp"
#include "models/base/significant.hpp"
#include "models/record/launch.hpp"

namespace rooflens::reports {

using models::kMissing;

/// A number and its unit apart, for tables that align numbers: {"4.92", "TB/s"}.
struct Measure {
  std::string number;
  std::string unit;
  [[nodiscard]] std::string text() const { return unit.empty() ? number : number + " " + unit; }
};

/// ns, µs, ms or s.
[[nodiscard]] Measure measure(models::Seconds time);
/// B/s to PB/s, powers of 1000.
[[nodiscard]] Measure measure(models::ByteRate rate);
/// FLOP/s to PFLOP/s. `unit` is PrecisionInfo::unit: "FLOP" or "OP".
[[nodiscard]] Measure measure(models::OperationRate rate, std::string_view unit = "FLOP");
/// FLOP to PFLOP.
[[nodiscard]] Measure measure(models::Operations operations, std::string_view unit = "FLOP");
/// B to PB, powers of 1000: for traffic.
[[nodiscard]] Measure measure(models::Bytes bytes);
/// B to TiB, powers of 1024: for capacities ("60 MiB", no trailing zeros).
[[nodiscard]] Measure measure_capacity(models::Bytes bytes);
/// FLOP/B.
[[nodiscard]] Measure measure(models::Intensity intensity);
/// kHz to GHz.
[[nodiscard]] Measure measure(models::Hertz frequency);

/// The same as one text: "4.92 TB/s".
template <int O, int B, int S>
[[nodiscard]] std::string format(models::Quantity<O, B, S> quantity) {
  return measure(quantity).text();
}
template <int O, int B, int S>
[[nodiscard]] std::string format(std::optional<models::Quantity<O, B, S>> quantity) {
  return quantity ? format(*quantity) : std::string(kMissing);
}
[[nodiscard]] std::string format(models::OperationRate rate, std::string_view unit);
[[nodiscard]] std::string format(models::Operations operations, std::string_view unit);
[[nodiscard]] std::string format_capacity(models::Bytes bytes);

/// Of a grid or a block: "128", "16 × 8" or "4 × 4 × 4".
[[nodiscard]] std::string format(const models::Dim3& extent);

/// A text up to its first full stop, cleaned, for places that have no room for more.
[[nodiscard]] std::string first_sentence(const std::string& text);

/// A share: 0.8731 -> "87.3 %" (with a no-break space).
[[nodiscard]] std::string format_percent(double fraction);
[[nodiscard]] std::string format_percent(std::optional<double> fraction);
/// An interval of shares, where two digits say enough: "13–29 %", below 1 % with a decimal; one number where both ends
/// read the same.
[[nodiscard]] std::string format_percents(double low, double high);
/// The same of times, from 10 of a unit on without decimals: "26–111 ms", "0.3–1.2 ms".
[[nodiscard]] std::string format_times(models::Seconds low, models::Seconds high);
/// A factor: 8.12 -> "8.12×".
[[nodiscard]] std::string format_factor(double factor);
[[nodiscard]] std::string format_factor(std::optional<double> factor);
/// A spread beside a time: 0.0134 -> "± 1.3 %"; below 0.05 % "± 0.0 %".
[[nodiscard]] std::string format_spread(double relative);

/// A dimensionless number with three significant digits and no unit.
using models::significant;

/// The shortest text that reads back as exactly this number, for files that machines read; "" unless finite.
[[nodiscard]] std::string round_trip(double number);

/// The text as valid UTF-8 on one line: invalid bytes become "\xE9", control characters U+FFFD.
[[nodiscard]] std::string clean_utf8(std::string_view text);

/// Code points in valid UTF-8.
[[nodiscard]] std::size_t length_utf8(std::string_view text);

/// At most `limit` code points: the middle gives way to an ellipsis ("reduction/inter…aved-modulo").
[[nodiscard]] std::string shorten_middle(std::string_view text, std::size_t limit);

}  // namespace rooflens::reports
