// for i in 0..n-1: out[i] = chain A of in[i]    2 rounds turns; a lane takes every other one
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: half of the lanes of every multiply-add are predicated off, which no count of active lanes shows
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; rounds: multiply-adds an element, 1 to 65536.
extern const Kernel predicated;

}  // namespace rooflens::kernels::divergence
