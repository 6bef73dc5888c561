// for i in 0..n-1: out[i] = in[i - delta] where that is in the segment, else in[i]
// s is the first lane of i's segment of `width` lanes
// flops 0, bytes read 4n, bytes written 4n
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shuffle {

/// Parameters n: elements, 1 to 2^33; width: 2, 4, 8, 16 or 32; delta: 0 to 31.
extern const Kernel up;

}  // namespace rooflens::kernels::shuffle
