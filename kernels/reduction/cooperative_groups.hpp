// sum = sum over i of in[i]    grid-stride, a barrier of the whole grid, then block 0 sums the sums of all
// flops n - 1, bytes read 4n, bytes written 4
// wasted: a barrier of the whole grid, at which every block waits for the slowest
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024.
extern const Kernel cooperative_groups;

}  // namespace rooflens::kernels::reduction
