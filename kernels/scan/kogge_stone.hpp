// out[i] = sum of in over i's segment up to i
// a block a segment of S = block elements: s = 1, 2, 4, ...: t adds if t >= s
// flops S log2 S - (S - 1) in each of ceil(n / S) blocks, bytes read 4n, bytes written 4n
// wasted: log2 S additions an element where one would do; two barriers in each step, as all read before any writes
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::scan {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024; exclusive: 0 or 1.
extern const Kernel kogge_stone;

}  // namespace rooflens::kernels::scan
