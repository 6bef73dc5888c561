// for i in 0..n-1: out[i] = in[i].x + in[i].y + in[i].z + in[i].w     records of four floats, one load a field
// flops 3n, bytes read 16n, bytes written 4n
// wasted: every load of a field needs 16 sectors where 4 would do; all four loads want the same ones, so only the L1
// works four times as much
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::coalescing {

/// Parameter n: records, 1 to 2^33.
extern const Kernel array_of_structs;

}  // namespace rooflens::kernels::coalescing
