// for i in 0..n-1: c[i] = a[i] + b[i]         resident blocks only; thread t takes elements t, t + threads, ...
// flops n, bytes read 8n, bytes written 4n; intensity 1/12 FLOP/B
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::vector_add {

/// Parameter n: elements per vector, 1 to 2^33.
extern const Kernel grid_stride;

}  // namespace rooflens::kernels::vector_add
