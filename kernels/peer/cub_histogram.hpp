// counts[b] = how many of in[0..n-1] are b     cub::DeviceHistogram::HistogramEven, the peer of histogram/replicated
// flops 0, bytes read 4n, bytes written 4 bins
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

/// Parameters n: elements, 1 to 4e9; bins: 1 to 4096; input: 0 uniform, 1 skewed, 2 all in one bin.
extern const Kernel cub_histogram;

}  // namespace rooflens::kernels::peer
