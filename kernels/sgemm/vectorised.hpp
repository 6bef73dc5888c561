// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    as register-tiled, but 16 bytes at a time
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// wasted: little; 4 loads from shared memory for 64 multiply-adds
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Parameter n: rows and columns, 1 to 65536; need not be a multiple of 128, but is loaded one by one when it is none.
extern const Kernel vectorised;

}  // namespace rooflens::kernels::sgemm
