// counts[b] = how many in[i] are b    a thread an element, an atomic each on the counts in global memory
// flops 0, bytes read 4n, of which 4n go on to the L2 as atomics; input and counts alone are 4n and 4 bins
// wasted: atomics on one address follow one another in the L2: the fewer bins there are, or the more skewed, the longer
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::histogram {

/// Parameters n: elements, 1 to 4 * 10^9; bins: 1 to 4096; input: 0 uniform, 1 skewed, 2 constant; block: threads per
/// block, a power of two, 32 to 1024.
extern const Kernel atomic;

}  // namespace rooflens::kernels::histogram
