// for i in 0..n-1: c[i] = a[i] + b[i]         one thread per four elements, 16-byte loads and stores
// flops n, bytes read 8n, bytes written 4n; intensity 1/12 FLOP/B
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::vector_add {

/// Parameter n: elements per vector, 1 to 2^33; need not be a multiple of 4.
extern const Kernel float4;

}  // namespace rooflens::kernels::vector_add
