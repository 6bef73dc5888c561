// counts[b] = how many in[i] are b
// vectors of 16 bytes; up to 32 copies of the counts in each block's shared memory, a lane to each
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets; blocks = SMs x resident blocks, known on the device alone
// count b of copy c is word 32 b + c, so c is its bank: with up to 256 bins lanes never meet, whatever the input; the
// copies take at most 32 KiB, so there are fewer of more bins
// wasted: next to nothing up to 256 bins
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::histogram {

/// Parameters n: elements, 1 to 4 * 10^9; bins: 1 to 4096; input: 0 uniform, 1 skewed, 2 constant; block: threads per
/// block, a power of two, 32 to 1024.
extern const Kernel replicated;

}  // namespace rooflens::kernels::histogram
