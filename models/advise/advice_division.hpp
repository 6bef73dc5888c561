// Advice on integer divisions and remainders by what is no constant, which the pipes that they take give away.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// Divisions of warps; 0 where there are none, one of their counters is missing, or the GPU is of another compute
/// capability than 9, on which they were counted. One of 32 bits is 16 instructions there, as
/// reduction/interleaved-modulo has over reduction/bitmask: two conversions and a reciprocal on the special functions'
/// pipe, and nine integer operations among the others. Told only where conversions are two thirds of that pipe's
/// instructions and integer operations are enough.
[[nodiscard]] double divisions_of(const Placement& kernel);

/// At least where 4 of the 16 instructions stay, for a multiplication by a known reciprocal; at most where none does,
/// nor of the 76 of a division of 64 bits, where there are 55 integer operations for each; by the model of waiting,
/// with its error. Nothing without that model, or where divisions are few instructions.
[[nodiscard]] std::optional<Advice> division_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models
