// for i in 0..n-1: out[i] = chain A of in[i]    x <- x * x + c, rounds times; each warp records its SM and its times
// flops 2n rounds, bytes read 4n, bytes written 4n and 32 a warp
// the record is the point: block_events() of the prepared kernel says when and where every warp ran
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::schedule {

/// Parameters n: elements, 1 to 2^28, one a thread; block: threads of a block, 32 to 1024, a multiple of 32; rounds:
/// multiply-adds an element, 1 to 65536.
extern const Kernel block_trace;

}  // namespace rooflens::kernels::schedule
