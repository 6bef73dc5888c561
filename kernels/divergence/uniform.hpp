// for i in 0..n-1: out[i] = chain A of in[i]    x <- x * x + c, rounds times
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: nothing
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; rounds: multiply-adds an element, 1 to 65536.
extern const Kernel uniform;

}  // namespace rooflens::kernels::divergence
