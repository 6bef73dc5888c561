// for i in 0..n-1: out[i] = chain A of in[i] when i / 32 is even, else chain B
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: nothing; a warp takes one side of the branch
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; rounds: multiply-adds an element, 1 to 65536.
extern const Kernel warp_parity;

}  // namespace rooflens::kernels::divergence
