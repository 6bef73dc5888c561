// counts[b] = how many of in[0..n-1] are b     cub::DeviceHistogram::HistogramEven of bytes, 256 bins
// flops 0, bytes read n, bytes written 1024
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameter n: bytes, 1 to 2^31.
extern const Kernel cub_histogram;

}  // namespace rooflens::kernels::peer
