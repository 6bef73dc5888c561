// Who is to blame how far, when several causes lengthen a time together: the Shapley value of the logarithm of the
// time. Shapley, "A Value for n-Person Games", 1953.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::models {

/// What one cause of a time does.
struct CauseEffect {
  double factor = 1;         ///< its part of time(all causes) / time(none); the parts of all causes multiply to that
  double removed_first = 1;  ///< speed-up when it goes and all others stay
  double removed_last = 1;   ///< speed-up when all others are gone already
};

/// At most so many causes: there are 2^causes subsets.
inline constexpr std::size_t kMostCauses = 16;

/// `time_with[m]` is the time with the causes whose bits are set in m; its size is 2^causes. One entry a cause, in the
/// order of the bits. The parts do not depend on the order in which causes are named, and none is below 1 where no
/// cause shortens the time. Throws std::invalid_argument for another size, more than kMostCauses, or a time that is not
/// positive and finite.
[[nodiscard]] std::vector<CauseEffect> attribute(std::span<const Seconds> time_with);

}  // namespace rooflens::models
