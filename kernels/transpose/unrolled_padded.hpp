// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 64 x 65 tile, all of a thread's 128 / rows loads before its
// first store flops 0, bytes read 4n^2, bytes written 4n^2 wasted: nothing; longer pieces of rows and more bytes in
// flight than padded
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// Parameters n: rows and columns, 1 to 131072, need not be a multiple of 64; rows: of a block, 4, 8, 16 or 32.
extern const Kernel unrolled_padded;

}  // namespace rooflens::kernels::transpose
