// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]     by cuBLAS, the peer of sgemm/naive
// flops 2n^3 (FP32, no TF32), compulsory bytes read 8n^2, bytes written 4n^2
// cuBLAS is opened at run time and may be missing; its kernels, and what they ask of memory, are its own choice
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameter n: rows and columns, 1 to 65536.
extern const Kernel cublas_sgemm;

}  // namespace rooflens::kernels::peer
