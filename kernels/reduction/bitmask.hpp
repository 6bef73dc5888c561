// partial[b] = sum over i in block b of in[i]    tree with strides 1, 2, 4, ...: thread t adds if (t & (2s - 1)) == 0
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: in every step all warps run and few lanes add; 5.4 of 32 lanes on average with 256 threads
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and elements per partial sum, a power of two, 32 to
/// 1024.
extern const Kernel bitmask;

}  // namespace rooflens::kernels::reduction
