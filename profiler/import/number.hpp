// Numbers and units as Nsight Compute writes them: "1,234.5" and "Kbyte", "usecond" or "us", "cycle/nsecond".
#pragma once

#include <optional>
#include <string_view>

namespace rooflens::imports {

/// A finite number, with or without thousands separators in their places; of "12 (3; 4; 5)", a metric with instances,
/// the 12. Nothing for anything else.
[[nodiscard]] std::optional<double> read_number(std::string_view text);

/// What a number with that unit is multiplied by to be in the units that counters have without one: bytes,
/// nanoseconds, hertz, per second, plain counts. K, M, G and T are powers of 1000, as in ncu. Words that cannot be
/// scaled give 1. Nothing for a word that looks scaled and is not known.
[[nodiscard]] std::optional<double> unit_factor(std::string_view unit);

/// Whether it is one of time alone: "nsecond", "us".
[[nodiscard]] bool is_time_unit(std::string_view unit);

}  // namespace rooflens::imports
