// partial[b] = sum over i in block b of in[i]    each thread adds two elements as it loads them, then the tree
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: a barrier after each of the steps that one warp does alone
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and half the elements per partial sum, a power of two,
/// 32 to 1024.
extern const Kernel first_add_on_load;

}  // namespace rooflens::kernels::reduction
