// for i in 0..n-1: out[i] = chain A of in[i]    (i / 32 % 32) * step times
// flops 2 step x (sum of loops), on average 31 step an element; bytes read 4n, bytes written 4n
// wasted: nothing within a warp; a block waits for its longest warp
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; step: multiply-adds a turn, 1 to 2048.
extern const Kernel loop_by_warp;

}  // namespace rooflens::kernels::divergence
