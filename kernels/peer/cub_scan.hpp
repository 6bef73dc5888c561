// out[i] = sum over j in 0..i of in[j]        cub::DeviceScan, the peer of scan/decoupled-look-back
// flops n - 1, bytes read 4n, bytes written 4n
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameters n: elements, 1 to 2^33; exclusive: 0, or 1 for sums that stop before element i.
extern const Kernel cub_scan;

}  // namespace rooflens::kernels::peer
