// partial[b] = sum over i in block b of in[i]    as first-add-on-load, but 64 numbers are left to one warp
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: every lane of that warp adds in every step but the last, most of them in vain; the loop of the steps before
// it
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and half the elements per partial sum, a power of two,
/// 32 to 1024.
extern const Kernel last_warp_unrolled;

}  // namespace rooflens::kernels::reduction
