// for i in 0..n-1: a[i] = b[i] + c[i] * d[i]  one thread per four elements, 16-byte loads and stores
// flops 2n, bytes read 12n, bytes written 4n; intensity 1/8 FLOP/B
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::triad {

/// Parameter n: elements per vector, 1 to 2^33; need not be a multiple of 4.
extern const Kernel float4;

}  // namespace rooflens::kernels::triad
