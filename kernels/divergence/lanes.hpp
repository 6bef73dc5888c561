// for i in 0..n-1: out[i] = chain A of in[i]    `lanes` elements a warp
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: 32 - lanes of 32 lanes of every multiply-add, and as many warps more
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; rounds: multiply-adds an element, 1 to 65536; lanes: 1 to 32 that work.
extern const Kernel lanes;

}  // namespace rooflens::kernels::divergence
