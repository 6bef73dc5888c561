// for i in 0..n-1: out[i] = in[i]             one thread per element; blocks reserve shared memory they do not use
// flops 0, bytes read 4n, bytes written 4n
// wasted: shared memory; the more a block reserves, the fewer blocks are resident and the fewer loads in flight
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::parallelism {

/// Parameters n: elements, 1 to 2^33; shared_bytes: per block, 0 to 227 KiB and to what the device allows.
extern const Kernel occupancy;

}  // namespace rooflens::kernels::parallelism
