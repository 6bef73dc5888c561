// for k in 1..steps: node = *node             one thread around a random cycle of 128-byte lines
// flops 0, bytes read 8 steps, bytes written 4; time / steps is the latency of the level that holds the footprint
// wasted: everything but the latency, on purpose: one load is in flight in the whole device
// Work asks DRAM for each node that is visited once, as if nothing of them were in a cache when it begins.
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::latency {

/// Parameters footprint: bytes, a power of two, 4 KiB to 2 GiB; steps: 1 to 2^22.
extern const Kernel pointer_chase;

}  // namespace rooflens::kernels::latency
