// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 64 iterations n (BF16; counters see them as FP16)
// bytes read 128 n from a table of 256 KiB, bytes written 4n
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::precision {

/// Parameters n: threads, 1 to 2^22; iterations: 1 to 65536.
extern const Kernel fma_bf16x2;

}  // namespace rooflens::kernels::precision
