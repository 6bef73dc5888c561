// partial[b] = sum over i in block b of in[i]    tree with strides 1, 2, 4, ...: thread t < block / 2s adds at 2st
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: the lanes of a warp are 2s words apart, so a step of 256 threads takes 2, 4, 8, 8, 8, 4, 2, 1 wavefronts an
// access: as many in all as interleaved-modulo, whose idle lanes became bank conflicts one for one
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and elements per partial sum, a power of two, 32 to
/// 1024.
extern const Kernel strided_index;

}  // namespace rooflens::kernels::reduction
