// for i in 0..n-1: out[i] = in[i]             cudaMemcpyAsync, the peer of copy/float4
// flops 0, bytes read 4n, bytes written 4n; a copy engine or a kernel of the driver, as it likes: no roof of DRAM
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameter n: elements, 1 to 2^33.
extern const Kernel memcpy_device_to_device;

}  // namespace rooflens::kernels::peer
