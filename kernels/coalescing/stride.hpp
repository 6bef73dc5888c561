// for i in 0..n-1: out[i] = in[s i]           one thread per element; s is the stride in elements
// flops 0, bytes read 4n, bytes written 4n
// wasted: a request of a warp needs min(32, 4 s) sectors where 4 would do, and DRAM reads up to 8 times the bytes
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::coalescing {

/// Parameters n: elements written, 1 to 2^33 (s n are allocated); stride: 1 to 32 elements.
extern const Kernel stride;

}  // namespace rooflens::kernels::coalescing
