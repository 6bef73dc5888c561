// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 16 iterations n (INT32)
// bytes read 64 n from a table of 256 KiB, bytes written 4n
// an integer instruction counts one operation, as the counters have it
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::precision {

/// Parameters n: threads, 1 to 2^22; iterations: 1 to 65536.
extern const Kernel int32;

}  // namespace rooflens::kernels::precision
