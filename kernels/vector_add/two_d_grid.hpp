// for i in 0..n-1: c[i] = a[i] + b[i]         one thread per element, blocks in a grid of about as many rows as columns
// flops n, bytes read 8n, bytes written 4n; intensity 1/12 FLOP/B
// wasted: up to one row of blocks beyond the end
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::vector_add {

/// Parameter n: elements per vector, 1 to 2^33.
extern const Kernel two_d_grid;

}  // namespace rooflens::kernels::vector_add
