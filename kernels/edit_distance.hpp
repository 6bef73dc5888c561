// The Levenshtein distance, for "did you mean".
#pragma once

#include <cstddef>
#include <string_view>

namespace rooflens::kernels {

/// The fewest insertions, deletions and substitutions of one character that turn `a` into `b`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace rooflens::kernels
