// for k in 1..fmas/c: x[j] = 1 x[j] + in[i] for j in 1..c     the FMAs of a thread in c chains; one warp a scheduler
// flops 2 fmas a thread, bytes read 4, bytes written 4 a thread; 128 threads a block
// c FMAs are on their way at once; from c = latency x throughput on (Little's law) the FMA pipe never waits
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::latency {

/// Parameters fmas: per thread, a multiple of 840 up to 4200000; blocks: 1 to 65536; ilp: chains, 1 to 8.
extern const Kernel independent_fma;

}  // namespace rooflens::kernels::latency
