// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 32, B 32 x 64
// operations 65536 iterations warps (FP8 (E4M3) with FP32 sums)
// bytes read 10240 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::precision {

/// Parameters warps: 4 to 65536, a multiple of 4; iterations: 1 to 65536.
extern const Kernel tensor_fp8;

}  // namespace rooflens::kernels::precision
