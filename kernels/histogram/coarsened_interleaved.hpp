// counts[b] = how many in[i] are b    blocks that fill the device once; each thread counts every gridth element
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets; blocks = SMs x resident blocks, known on the device alone
// wasted: lanes that meet in a bank or a bin wait for each other
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::histogram {

/// Parameters n: elements, 1 to 4 * 10^9; bins: 1 to 4096; input: 0 uniform, 1 skewed, 2 constant; block: threads per
/// block, a power of two, 32 to 1024.
extern const Kernel coarsened_interleaved;

}  // namespace rooflens::kernels::histogram
