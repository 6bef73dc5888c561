// for r, c in 0..n-1: out[c][r] = in[r][c]    a warp reads a column and writes a row
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: a warp's 32 loads lie n elements apart, 32 sectors instead of 4; what of a sector is not used at once has to
// stay in the L1 until the neighbouring rows of threads come
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// Parameters n: rows and columns, 1 to 131072, need not be a multiple of 32; rows: of a block, 4, 8, 16 or 32.
extern const Kernel naive_column;

}  // namespace rooflens::kernels::transpose
