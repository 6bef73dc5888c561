// for i in 0..n-1: out[i] = in[i]             through a 32 x 32 tile in shared memory, rows both ways
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing; a row of the tile lies in 32 different banks
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameter n: elements, 1 to 2^33; need not be a multiple of the tile.
extern const Kernel row_row;

}  // namespace rooflens::kernels::shared_layout
