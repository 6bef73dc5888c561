// for i in 0..n-1: out[i] = in[i]             one thread per element: a warp reads 128 bytes in a row
// flops 0, bytes read 4n, bytes written 4n; 4 sectors a request, none of them wasted
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::coalescing {

/// Parameter n: elements, 1 to 2^33.
extern const Kernel contiguous;

}  // namespace rooflens::kernels::coalescing
