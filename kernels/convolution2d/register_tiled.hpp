// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// a thread computes 4 columns of 8 rows (of 4 from r = 4 on) and reads each row of its window once, 16 bytes at a time
// flops 2 (2r + 1)^2 n^2, bytes read 4 (rows + 2r) / rows (1 + 2 side / 4) n^2 (less what lies outside the image; side:
// r, but 4 for r = 3 and 8 for r = 7), bytes written 4n^2
// compulsory 8n^2; wasted: little; the filter is an operand of the multiply-adds, straight from constant memory
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::convolution2d {

/// Parameters n: rows and columns, 1 to 131072; radius: 1 to 7. n need not be a multiple of anything.
extern const Kernel register_tiled;

}  // namespace rooflens::kernels::convolution2d
