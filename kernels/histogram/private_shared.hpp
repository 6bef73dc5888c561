// counts[b] = how many in[i] are b
// a thread an element; each block counts in shared memory and adds its counts to the result
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets, in ceil(n / block) blocks
// wasted: every block clears and adds up all bins, after one element a thread
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::histogram {

/// Parameters n: elements, 1 to 4 * 10^9; bins: 1 to 4096; input: 0 uniform, 1 skewed, 2 constant; block: threads per
/// block, a power of two, 32 to 1024.
extern const Kernel private_shared;

}  // namespace rooflens::kernels::histogram
