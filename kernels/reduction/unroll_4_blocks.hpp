// partial[b] = sum over i in block b of in[i]    as fully-unrolled, but each thread adds four elements as it loads them
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 4 block)
// wasted: a tree, a write and a start of a block for every four elements a thread
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and a quarter of the elements per partial sum, a power
/// of two, 32 to 1024.
extern const Kernel unroll_4_blocks;

}  // namespace rooflens::kernels::reduction
