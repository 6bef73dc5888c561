// partial[b] = sum over i in block b of in[i]    as last-warp-unrolled with the block size known to the compiler
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: two loads a thread leave few bytes in flight
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and half the elements per partial sum, a power of two,
/// 32 to 1024.
extern const Kernel fully_unrolled;

}  // namespace rooflens::kernels::reduction
