// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 33 tile in dynamic shared memory
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; where the tile begins is known at the launch only
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// Parameters n: rows and columns, 1 to 131072, need not be a multiple of 32; rows: of a block, 4, 8, 16 or 32.
extern const Kernel dynamic_shared;

}  // namespace rooflens::kernels::transpose
