// partial[b] = sum over i in block b of in[i]    tree with strides block/2, ..., 2, 1: thread t adds if t < s
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: half of the threads only load; one load per thread leaves few bytes in flight
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and elements per partial sum, a power of two, 32 to
/// 1024.
extern const Kernel sequential;

}  // namespace rooflens::kernels::reduction
