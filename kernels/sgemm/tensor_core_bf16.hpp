// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    a, b bfloat16, c FP32, tensor cores, tiles of 128 x
// 128
// flops 2n^3 (tensor BF16), bytes read 4n^3 / 128, bytes written 4n^2; compulsory 8n^2
// a block of 8 warps keeps its tile of c in registers; a and b pass through shared memory 32 columns at a time
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::sgemm {

/// Parameter n: rows and columns, 128 to 65536, a multiple of 128.
extern const Kernel tensor_core_bf16;

}  // namespace rooflens::kernels::sgemm
