// for i in 0..n-1: out[i] = 513 in[i]         512 FMAs an element, one thread each, blocks of any size
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
// wasted: the last warp of a block of b threads issues for lanes that do not exist, 32 ceil(b / 32) - b of them; the
// time grows by 32 ceil(b / 32) / b
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::parallelism {

/// Parameters n: elements, 1 to 2^32; block: threads per block, 32 to 1024, need not be a multiple of 32.
extern const Kernel block_size;

}  // namespace rooflens::kernels::parallelism
