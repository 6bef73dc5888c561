// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    a, b and the sums FP16, two columns an instruction
// flops 2n^3 (FP16), bytes read 4n^3 / 128, bytes written 4n^2; compulsory 8n^2
// (n not a multiple of 128: read 4n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// The inputs are +-1/2, so that a sum is a multiple of 1/4 and FP16 holds it exactly up to 512: that is n = 2048 for
// certain, and beyond by chance, 11 standard deviations at n = 32768. So there is no tolerance here either.
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Columns of A and rows of B in shared memory at a time: 4 KiB of FP16 each.
inline constexpr int kHalfSlice = 16;

/// Parameter n: rows and columns, 1 to 32768; need not be a multiple of 128, but is loaded one by one when it is none.
extern const Kernel half2;

}  // namespace rooflens::kernels::sgemm
