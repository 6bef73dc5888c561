// sum = sum over i of in[i]    grid-stride, and the block that finishes last sums the sums of all
// flops n - 1, bytes read 4n, bytes written 4
// wasted: an instruction for every 4 bytes loaded; an atomic of each block on one counter
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024.
extern const Kernel last_block;

}  // namespace rooflens::kernels::reduction
