// for i in 0..n-1: out[i] = chain A of in[i]    (i % 32) * step times
// flops 2 step x (sum of loops), on average 31 step an element; bytes read 4n, bytes written 4n
// wasted: 33 of 64 lanes on average: a warp loops 31 step times, a lane 15.5 step
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; step: multiply-adds a turn, 1 to 2048.
extern const Kernel loop_imbalance;

}  // namespace rooflens::kernels::divergence
