// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 16, B 16 x 64, in registers
// operations 32768 iterations warps (bfloat16 with FP32 sums); bytes read 10240 warps from a table of 256 KiB, bytes
// written 4096 warps
// on 9.0 mma.sync reaches about 60 % of what the tensor cores can do with wgmma from shared memory
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::precision {

/// Parameters warps: 1 to 65536; iterations: 1 to 65536.
extern const Kernel tensor_bf16;

}  // namespace rooflens::kernels::precision
