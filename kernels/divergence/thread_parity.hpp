// for i in 0..n-1: out[i] = chain A of in[i] when i is even, else chain B
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: half of the lanes of every multiply-add: a warp takes both sides of the branch, one after the other
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; rounds: multiply-adds an element, 1 to 65536.
extern const Kernel thread_parity;

}  // namespace rooflens::kernels::divergence
