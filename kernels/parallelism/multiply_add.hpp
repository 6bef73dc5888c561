// for i in 0..n-1: out[i] = 513 in[i]         512 multiply-adds, `fused` of them by one FMA, the others by two
// instructions flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
// wasted: 512 - fused instructions an element: 1024 - fused do what 512 FMAs do
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::parallelism {

/// Parameters n: elements, 1 to 2^32; fused: multiply-adds of 512 that are FMAs, 0 to 384, a multiple of 128.
extern const Kernel multiply_add;

}  // namespace rooflens::kernels::parallelism
