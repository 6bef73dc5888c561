// counts[b] = how many in[i] are b
// blocks that fill the device once; each thread counts a stretch of consecutive elements
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets; blocks = SMs x resident blocks, known on the device alone
// wasted: the lanes of a warp are a stretch apart: 32 sectors a load, which only the L1 may save for the next seven
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::histogram {

/// Parameters n: elements, 1 to 4 * 10^9; bins: 1 to 4096; input: 0 uniform, 1 skewed, 2 constant; block: threads per
/// block, a power of two, 32 to 1024.
extern const Kernel coarsened_contiguous;

}  // namespace rooflens::kernels::histogram
