// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 32 tile in shared memory: rows are read, rows are written
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: a warp reads a column of the tile, 32 words in one bank, so each shared load takes 32 wavefronts instead of 1
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// Parameters n: rows and columns, 1 to 131072, need not be a multiple of 32; rows: of a block, 4, 8, 16 or 32.
extern const Kernel tiled;

}  // namespace rooflens::kernels::transpose
