// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    128 x 128 tiles, 8 x 8 sums per thread in registers
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// wasted: operands come from shared memory one by one, 16 loads for 64 multiply-adds: as many cycles of the one as of
// the other, so that shared memory and not the FP32 pipe sets the pace
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Parameter n: rows and columns, 1 to 65536; need not be a multiple of 128.
extern const Kernel register_tiled;

}  // namespace rooflens::kernels::sgemm
