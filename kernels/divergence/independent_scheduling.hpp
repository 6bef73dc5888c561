// for i in 0..n-1: out[i] = chain B of chain A of in[i]   A by the lower half of the warp, B by the upper half
// flops 4n rounds, bytes read 4n, bytes written 4n; intensity rounds / 2 FLOP/B
// wasted: half of the lanes of every multiply-add, and the turns of waiting; without a program counter a lane (before
// compute capability 7.0) the first half would wait for the second one for ever
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; rounds: multiply-adds of each half of the warp, 1 to 65536.
extern const Kernel independent_scheduling;

}  // namespace rooflens::kernels::divergence
