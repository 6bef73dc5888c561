// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 32 tile: element (r, c) lies in column c XOR r
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; a column of the tile lies in 32 different banks, and no word is left unused
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// Parameters n: rows and columns, 1 to 131072, need not be a multiple of 32; rows: of a block, 4, 8, 16 or 32.
extern const Kernel swizzled;

}  // namespace rooflens::kernels::transpose
