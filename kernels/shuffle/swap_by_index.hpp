// for i in 0..n-1: out[i] = in[i], but in pairs of lanes a, b = a XOR mask % width > a
//   out[4 a + first] = in[4 b + second] and out[4 b + second] = in[4 a + first]
// s is the first lane of i's segment of `width` lanes, a lane four elements
// flops 0, bytes read 4n, bytes written 4n
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shuffle {

/// Parameters n: elements, 1 to 2^33; width: 2, 4, 8, 16 or 32; mask: 0 to 31; first, second: 0 to 3.
extern const Kernel swap_by_index;

}  // namespace rooflens::kernels::shuffle
