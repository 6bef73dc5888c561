// Problems of a kernel that are likely to go wrong, from nothing but the limits of its parameters: a new kernel is
// tested at them without a line here.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/kernel.hpp"

namespace rooflens::kernels {

using Parameters = std::map<std::string, std::int64_t>;

/// How much a problem may cost.
struct Effort {
  double operations;
  double requested_bytes;
  double memory_bytes;
};

/// One of many problems in a test.
inline constexpr Effort kQuick{2e10, 4e9, 1e9};
/// One that is tested once.
inline constexpr Effort kModerate{1e13, 1e12, 3.6e10};

[[nodiscard]] bool affordable(const Kernel& kernel, const Parameters& parameters, const Effort& effort);

/// Values within the limits, the most likely to go wrong first: the least and its neighbours, one, primes, one less and
/// one more than a warp, the greatest where it is small.
[[nodiscard]] std::vector<std::int64_t> awkward_values(const Parameter& parameter);

/// A small problem: every parameter its default, or less, and no size a whole number of warps if that is allowed.
[[nodiscard]] Parameters base_problem(const Kernel& kernel);

inline constexpr std::size_t kMostAwkwardProblems = 25;

/// The base problem first, then it with one parameter changed at a time, as many as are affordable.
[[nodiscard]] std::vector<Parameters> awkward_problems(const Kernel& kernel);

/// The defaults with so large an n that an array has more than 2^31 elements of 4 bytes; nothing where the limits or
/// the effort forbid it.
[[nodiscard]] std::optional<Parameters> beyond_32_bits(const Kernel& kernel);

/// "n = 33 block = 64"
[[nodiscard]] std::string describe(const Parameters& parameters);

}  // namespace rooflens::kernels
