// partial[b] = sum over i in block b of in[i]    warps sum by shuffles, then one warp sums their sums
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: all 32 lanes add in each of the 5 steps, of which 31 additions in 160 count; one load per thread leaves few
// bytes in flight
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and elements per partial sum, a power of two, 32 to
/// 1024.
extern const Kernel shuffle;

}  // namespace rooflens::kernels::reduction
