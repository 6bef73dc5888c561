// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    register-tiled under __launch_bounds__(256, blocks)
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// 65536 / (256 blocks) registers are left for a thread: 128 for two blocks are just enough, 80 for three and 64 for
// four are not; wasted then: sums go to local memory and back
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Parameters n: rows and columns, 1 to 65536; blocks: 1 to 4.
extern const Kernel launch_bounds;

}  // namespace rooflens::kernels::sgemm
