// partial[b] = sum over i of block b of in[i]    blocks that fill the device once; registers first, then warp shuffles
// flops n - 1, bytes read 4n, bytes written 4 blocks; blocks = SMs x resident blocks, known on the device alone
// Work therefore counts the additions of a full sum (a few thousand too many) and the least write, one partial sum.
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024.
extern const Kernel grid_stride;

}  // namespace rooflens::kernels::reduction
