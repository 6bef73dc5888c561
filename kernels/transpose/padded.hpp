// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 33 tile in shared memory: rows are read, rows are written
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; the unused 33rd column spreads a column of the tile over all 32 banks
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// Parameters n: rows and columns, 1 to 131072, need not be a multiple of 32; rows: of a block, 4, 8, 16 or 32.
extern const Kernel padded;

}  // namespace rooflens::kernels::transpose
