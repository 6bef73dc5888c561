// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    32 x 32 tiles of a and b pass through shared memory
// flops 2n^3, bytes read 8n^3 / 32, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 32: read 8n^2 ceil(n / 32); the arithmetic on the zeros that pad a tile is not counted)
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Parameter n: rows and columns, 1 to 65536; need not be a multiple of 32.
extern const Kernel tiled;

}  // namespace rooflens::kernels::sgemm
