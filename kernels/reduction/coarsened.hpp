// sum = sum over i of in[i]    as segmented-atomic, but each thread adds 2 coarsening elements as it loads them
// flops n - 1, bytes read 4n, bytes written 4; blocks = ceil(n / (2 coarsening block)) atomics on one address
// wasted: loads that wait for the addition before them, where the compiler does not move them ahead
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024; coarsening: pairs of
/// elements per thread, 1 to 64.
extern const Kernel coarsened;

}  // namespace rooflens::kernels::reduction
