// Pairs of kernels that differ in one cause alone: the one that has it and its counterpart, which is rid of it.
#pragma once

#include <span>
#include <vector>

#include "kernels/kernel.hpp"

namespace rooflens::kernels {

/// Cause and severity are those of `before->counterpart`.
struct Pair {
  const Kernel* before;
  const Kernel* after;
  bool operator==(const Pair&) const = default;
};

/// A pair for each kernel of `chosen` that has a counterpart, in that order; counterparts are found in `all`, whether
/// chosen or not. Throws std::logic_error for a counterpart that is not there: the catalogue's mistake.
[[nodiscard]] std::vector<Pair> pairs_of(std::span<const Kernel* const> chosen, std::span<const Kernel* const> all);

/// Those of `chosen` that stand on neither side of a pair.
[[nodiscard]] std::vector<const Kernel*> without_pair(std::span<const Kernel* const> chosen,
                                                      std::span<const Pair> pairs);

/// The counterpart's problem: the values of `problem` for parameters that `counterpart` has, too, its defaults for its
/// others. Throws BadParameter.
[[nodiscard]] Problem counterpart_problem(const Kernel& counterpart, const Problem& problem);

}  // namespace rooflens::kernels
