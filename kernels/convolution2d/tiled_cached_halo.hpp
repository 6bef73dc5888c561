// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// a block loads its own 32 x 32 elements into shared memory; neighbours beyond them come from L1 and L2
// flops 2 (2r + 1)^2 n^2, bytes read 4n^2 and 4 per tap outside the tile, written 4n^2
// compulsory 8n^2; wasted: lanes of a warp disagree on where a tap lies, so that it goes both ways
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::convolution2d {

/// Parameters n: rows and columns, 1 to 131072; radius: 1 to 7. n need not be a multiple of anything.
extern const Kernel tiled_cached_halo;

}  // namespace rooflens::kernels::convolution2d
