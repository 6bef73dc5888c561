// for i in 0..n-1: out[i] = 513 in[i]         512 multiplications and 512 additions, one thread per element
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
// wasted: every second instruction; a multiplication and an addition do what one FMA does
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::parallelism {

/// Parameter n: elements, 1 to 2^32.
extern const Kernel multiply_add;

}  // namespace rooflens::kernels::parallelism
