// for i in 0..n-1: out[i] = 3104 in[i]        64 values a thread, 16 FMAs on each in turn, but at most 32 registers
// flops 2048n (2 x 16 rounds x 64 values), bytes read 4n, bytes written 4n; the 127 operations that set the values
// up and add them are left out
// wasted: what does not fit is spilled to local memory and comes back in every round; that is meant, not overlooked
// (fewer registers also let more warps be resident, which hides a part of it)
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::parallelism {

/// Parameter n: elements, 1 to 2^32.
extern const Kernel register_spill;

}  // namespace rooflens::kernels::parallelism
