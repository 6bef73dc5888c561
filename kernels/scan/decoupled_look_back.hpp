// out[i] = in[0] + ... + in[i]    one pass: a tile publishes its sum, then looks back at the sums published before it
// flops n - 1 of a serial scan, bytes read 4n, bytes written 4n; besides 8 bytes for each tile of 256 items elements
// after Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016
// wasted: a tile may have to wait for the one before it; a launch that clears what the tiles publish
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::scan {

/// Parameters n: elements, 1 to 2^33; items: elements per thread, 4 to 32, powers of two; exclusive: 0 or 1.
extern const Kernel decoupled_look_back;

}  // namespace rooflens::kernels::scan
