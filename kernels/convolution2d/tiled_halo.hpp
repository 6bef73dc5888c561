// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// a block loads 32 x 32 elements into shared memory and computes the (32 - 2r)^2 outputs in their middle
// flops 2 (2r + 1)^2 n^2, bytes read 4 * 32^2 / (32 - 2r)^2 n^2 (less what lies outside the image), written 4n^2
// compulsory 8n^2; wasted: the threads of the halo only load (r = 2: 240 of 1024); a shared load per multiply-add
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::convolution2d {

/// Parameters n: rows and columns, 1 to 131072; radius: 1 to 7. n need not be a multiple of anything.
extern const Kernel tiled_halo;

}  // namespace rooflens::kernels::convolution2d
