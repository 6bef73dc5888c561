// for r, c in 0..n-1: out[r][c] = in[r][c]    a block of 32 x 8 threads, lanes along a row
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing when n is a multiple of 8; else a row does not begin with a sector
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::copy {

/// Parameter n: rows and columns, 1 to 131072; need not be a multiple of 32.
extern const Kernel row;

}  // namespace rooflens::kernels::copy
