// sum = sum over i of in[i]    as last-block, but each thread loads four vectors of 16 bytes at once into four sums
// flops n - 1, bytes read 4n, bytes written 4
// wasted: nothing; the loads alone fill the memory
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024; waves: blocks per block
/// that is resident at once, 1 to 16: more of them even out SMs that are farther from the memory.
extern const Kernel float4;

}  // namespace rooflens::kernels::reduction
