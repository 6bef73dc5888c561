// for r, c in 0..n-1: out[c][r] = in[r][c]    through a tile of `rows` x 32 elements
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing while rows >= 8, the elements of a sector; 32 / rows words of padding a row keep the banks apart
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// Parameters n: rows and columns, 1 to 131072, need not be a multiple of 32; rows: of the tile, 8, 16 or 32.
extern const Kernel rectangular;

}  // namespace rooflens::kernels::transpose
