// partial[b] = sum over i of block b of in[i]
// as grid-stride, but each thread keeps four sums, fed by four loads at once
// flops n - 1, bytes read 4n, bytes written 4 blocks; blocks = SMs x resident blocks, known on the device alone
// Work therefore counts the additions of a full sum (a few thousand too many) and the least write, one partial sum.
// wasted: an instruction for every 4 bytes; a vector load moves 16
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024.
extern const Kernel grid_stride_4_loads;

}  // namespace rooflens::kernels::reduction
