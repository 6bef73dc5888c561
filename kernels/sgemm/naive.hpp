// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    one thread per element, straight from global memory
// flops 2n^3, bytes read 8n^3 (requested), bytes written 4n^2; compulsory 12n^2
// ideal L2: as if L1 kept what a block of 32 x 32 threads reads, 8n^3 / 32 + 4n^2
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Parameter n: rows and columns, 1 to 65536; need not be a multiple of 32.
extern const Kernel naive;

}  // namespace rooflens::kernels::sgemm
