// for r, c of a tile: out[r + 32 c] = in[32 r + c]   through dynamic shared memory, 32 rows of 33 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameter n: elements, 1 to 2^33; need not be a multiple of the tile.
extern const Kernel dynamic_padded;

}  // namespace rooflens::kernels::shared_layout
