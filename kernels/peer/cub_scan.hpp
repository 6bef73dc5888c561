// out[i] = sum over j in 0..i of in[j]        cub::DeviceScan::InclusiveSum, in one pass over memory
// flops n - 1, bytes read 4n, bytes written 4n
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameter n: elements, 1 to 2^33.
extern const Kernel cub_scan;

}  // namespace rooflens::kernels::peer
