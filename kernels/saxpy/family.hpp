// What the variants of saxpy share: a stream of two arrays into one of them, a multiply-add an element.
#pragma once

#include "kernels/streaming.hpp"

namespace rooflens::kernels::saxpy {

/// Not a sum of few powers of two, so that a product rounds.
inline constexpr float kA = 1.7F;

using Saxpy = Stream<2, 2, counter::kFfma>;

}  // namespace rooflens::kernels::saxpy
