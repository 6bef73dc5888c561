// The edit distance, for "did you mean".
#pragma once

#include <cstddef>
#include <string_view>

namespace rooflens::models {

/// The fewest insertions, deletions and substitutions of one character, and exchanges of two neighbours, that turn `a`
/// into `b` with no place edited twice (optimal string alignment).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Whether `typed` is likely `meant` with a slip or two: one edit, and one more for each three letters from six on.
[[nodiscard]] bool is_near(std::string_view typed, std::string_view meant);

}  // namespace rooflens::models
