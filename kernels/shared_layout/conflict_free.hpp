// out[i] = passes x (sum of column l)         of the 32 x 32 elements of a block of 256 threads; l is the lane
// flops 32n passes, bytes read 4096 a block, bytes written 4n; bound by shared memory, not by DRAM
// wasted: nothing
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameters n: threads, 1 to 2^31; passes: 1 to 1024.
extern const Kernel conflict_free;

}  // namespace rooflens::kernels::shared_layout
