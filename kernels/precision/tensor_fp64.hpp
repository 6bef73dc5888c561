// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 8, B 8 x 64
// operations 16384 iterations warps (FP64)
// bytes read 5632 warps from a table of 256 KiB, bytes written 4096 warps
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::precision {

/// Parameters warps: 4 to 65536, a multiple of 4; iterations: 1 to 65536.
extern const Kernel tensor_fp64;

}  // namespace rooflens::kernels::precision
