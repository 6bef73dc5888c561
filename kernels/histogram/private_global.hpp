// counts[b] = how many in[i] are b
// as atomic, but block k adds to copy k % copies of the counts, and a last launch adds the copies
// flops 0, bytes read 4n, of which 4n go on to the L2 as atomics; the copies are cleared, read and added besides
// input and counts alone are 4n bytes and 4 bins
// wasted: atomics still travel to the L2; the copies are cleared and added up
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::histogram {

/// Parameters n: elements, 1 to 4 * 10^9; bins: 1 to 4096; input: 0 uniform, 1 skewed, 2 constant; block: threads per
/// block, a power of two, 32 to 1024; copies: of the counts, 1 to 1024.
extern const Kernel private_global;

}  // namespace rooflens::kernels::histogram
