// for k in 1..fmas: x = 1 x + in[i]           one chain a thread, one warp a scheduler: each FMA waits for the last one
// flops 2 fmas a thread, bytes read 4, bytes written 4 a thread; 128 threads a block
// wasted: the scheduler's time between an FMA and the next, its latency; more warps or more chains would fill it
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::latency {

/// Parameters fmas: per thread, a multiple of 840 up to 4200000; blocks: 1 to 65536 (one an SM, up to its number of
/// SMs).
extern const Kernel dependent_fma;

}  // namespace rooflens::kernels::latency
