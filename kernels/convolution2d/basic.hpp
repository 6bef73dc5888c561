// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// one thread per output, filter and image from global memory; zero outside the image
// flops 2 (2r + 1)^2 n^2, bytes read 8 (2r + 1)^2 n^2 (requested, less what lies outside the image), written 4n^2
// compulsory 8n^2; wasted: every second load is one of the filter, the same for all lanes
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::convolution2d {

/// Parameters n: rows and columns, 1 to 131072; radius: 1 to 7. n need not be a multiple of anything.
extern const Kernel basic;

}  // namespace rooflens::kernels::convolution2d
