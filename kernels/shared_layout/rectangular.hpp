// for r, c of a tile: out[r + 16 c] = in[32 r + c]   through static shared memory, 16 rows of 32 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: a warp reads two columns of 16, each in one bank, so each shared load takes 16 wavefronts instead of 1
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameter n: elements, 1 to 2^33; need not be a multiple of the tile.
extern const Kernel rectangular;

}  // namespace rooflens::kernels::shared_layout
