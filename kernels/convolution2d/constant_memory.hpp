// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// one thread per output, the filter in constant memory; zero outside the image
// flops 2 (2r + 1)^2 n^2, bytes read 4 (2r + 1)^2 n^2 (requested, less what lies outside the image), written 4n^2
// compulsory 8n^2; wasted: an element of the image is loaded (2r + 1)^2 times, mostly from the L1
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::convolution2d {

/// Parameters n: rows and columns, 1 to 131072; radius: 1 to 7. n need not be a multiple of anything.
extern const Kernel constant_memory;

}  // namespace rooflens::kernels::convolution2d
