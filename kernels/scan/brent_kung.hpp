// out[i] = sum of in over i's segment up to i    a block a segment of S = 2 block elements: a tree up, then a tree down
// flops 2S - 2 - log2 S in each of ceil(n / S) blocks, bytes read 4n, bytes written 4n
// up: with p = 2s(t + 1) - 1, for s = 1, 2, ..., S/2: x[p] += x[p - s]; then down: for s = S/4, ..., 1: x[p + s] +=
// x[p]
// wasted: twice as many steps as Kogge-Stone, in most of which few threads run, with bank conflicts
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::scan {

/// Parameters n: elements, 1 to 2^33; block: threads per block and half the segment, a power of two, 32 to 1024;
/// exclusive: 0 or 1.
extern const Kernel brent_kung;

}  // namespace rooflens::kernels::scan
