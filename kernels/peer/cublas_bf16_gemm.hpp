// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]     by cuBLAS, the peer of sgemm/tensor-core-bf16
// flops 2n^3 (bfloat16 with FP32 sums), compulsory bytes read 4n^2, bytes written 4n^2
// cuBLAS is opened at run time and may be missing; its kernels, and what they ask of memory, are its own choice
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameter n: rows and columns, 1 to 65536.
extern const Kernel cublas_bf16_gemm;

}  // namespace rooflens::kernels::peer
