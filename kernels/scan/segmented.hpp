// out[i] = in[0] + ... + in[i]    scan tiles of T = 4096, scan their sums in the same way, add those to the tiles
// flops n - 1 of a serial scan; bytes read and written 4n each, and as much again to add, but for the first tile; the
// same of n / T sums, of their sums, and so on; input and output alone are 4n bytes read and 4n written
// wasted: the output is written, read and written again, 16 bytes an element instead of 8; a launch for each level and
// step
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::scan {

/// Parameters n: elements, 1 to 2^33; exclusive: 0 or 1.
extern const Kernel segmented;

}  // namespace rooflens::kernels::scan
