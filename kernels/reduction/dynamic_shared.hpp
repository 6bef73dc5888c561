// partial[b] = sum over i in block b of in[i]    as unroll-4-blocks with shared memory sized at the launch
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 4 block)
// wasted: what unroll-4-blocks wastes; shared memory of either kind costs the same
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and a quarter of the elements per partial sum, a power
/// of two, 32 to 1024.
extern const Kernel dynamic_shared;

}  // namespace rooflens::kernels::reduction
