// for i in 0..n-1: out[i] = in[i]             k loads a thread, all before its first store; k = 1 to 8
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing; with few loads a thread, too few bytes are in flight to hide the latency of DRAM (Little's law)
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::parallelism {

/// Parameters n: elements, 1 to 2^33; loads: per thread, 1 to 8.
extern const Kernel loads_per_thread;

}  // namespace rooflens::kernels::parallelism
