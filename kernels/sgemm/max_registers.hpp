// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    register-tiled under __maxnreg__(registers)
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// wasted: 64 sums, 16 operands and 8 elements on their way want 130 registers; with 64 most of them live in local
// memory, and four blocks on an SM instead of one do not make up for it
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Parameters n: rows and columns, 1 to 65536; registers: 64, 96 or 128.
extern const Kernel max_registers;

}  // namespace rooflens::kernels::sgemm
