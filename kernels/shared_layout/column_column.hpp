// for i in 0..n-1: out[i] = in[i]             through a 32 x 32 tile in shared memory, columns both ways
// flops 0, bytes read 4n, bytes written 4n
// wasted: a column of the tile lies in one bank, so each shared access takes 32 wavefronts instead of 1
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameter n: elements, 1 to 2^33; need not be a multiple of the tile.
extern const Kernel column_column;

}  // namespace rooflens::kernels::shared_layout
