// out[0] = sum over i in 0..n-1 of in[i]      cub::DeviceReduce::Sum, the peer of reduction/grid-stride
// flops n - 1, bytes read 4n, bytes written 4
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameter n: elements, 1 to 2^33.
extern const Kernel cub_reduce;

}  // namespace rooflens::kernels::peer
