// sum = sum over i of in[i]    grid-stride leaves a sum of each block, and a second launch of one block sums those
// flops n - 1, bytes read 4n, bytes written 4
// wasted: the second launch, and the drain and fill of the device between the two
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024.
extern const Kernel two_pass;

}  // namespace rooflens::kernels::reduction
