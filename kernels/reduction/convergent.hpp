// partial[b] = sum over i in block b of in[i]
// tree in place in global memory, strides block, ..., 2, 1: t adds if t < s
// flops n - blocks; an addition reads 8 bytes and writes 4, so 8 (n - blocks) + 4 blocks bytes read, 4n written by the
// threads; input and partial sums alone are 4n and 4 blocks; blocks = ceil(n / 2 block)
// wasted: each step goes through global memory (the L1 holds it, its latency remains) and overwrites half of the input
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and half the elements per partial sum, a power of two,
/// 32 to 1024.
extern const Kernel convergent;

}  // namespace rooflens::kernels::reduction
