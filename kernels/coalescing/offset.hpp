// for i in 0..n-1: out[i] = in[i + o]         one thread per element; o is the offset in elements
// flops 0, bytes read 4n, bytes written 4n
// wasted: unless 8 divides o, a request needs a fifth sector; the L1 often has it from the neighbouring warp
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::coalescing {

/// Parameters n: elements, 1 to 2^33; offset: 0 to 31 elements.
extern const Kernel offset;

}  // namespace rooflens::kernels::coalescing
