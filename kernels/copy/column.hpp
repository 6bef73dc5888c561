// for r, c in 0..n-1: out[r][c] = in[r][c]    a block of 32 x 8 threads, lanes along a column
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: a warp's 32 accesses lie n elements apart, 32 sectors instead of 4, both ways
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::copy {

/// Parameter n: rows and columns, 1 to 131072; need not be a multiple of 32.
extern const Kernel column;

}  // namespace rooflens::kernels::copy
