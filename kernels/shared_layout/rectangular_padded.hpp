// for r, c of a tile: out[r + 16 c] = in[32 r + c]   through static shared memory, 16 rows of 34 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing; two unused words a row send one column to the even banks and the other to the odd ones
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameter n: elements, 1 to 2^33; need not be a multiple of the tile.
extern const Kernel rectangular_padded;

}  // namespace rooflens::kernels::shared_layout
