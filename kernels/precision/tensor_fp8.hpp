// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 32, B 32 x 64, in registers
// operations 65536 iterations warps (FP8 (E4M3) with FP32 sums); bytes read 16384 warps from a table of 256 KiB, bytes
// written 4096 warps
// on 9.0 mma.sync computes FP8 as FP16, at half the rate that wgmma has
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::precision {

/// Parameters warps: 1 to 65536; iterations: 1 to 65536.
extern const Kernel tensor_fp8;

}  // namespace rooflens::kernels::precision
