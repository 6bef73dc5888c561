// sum = sum over i of in[i]    one block: a sum of every blockth element a thread, then a tree in global memory
// flops n - 1, bytes read 4n, bytes written 4
// wasted: all SMs but one; and each step of the tree goes through global memory
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads of the one block, a power of two, 32 to 1024.
extern const Kernel single_block;

}  // namespace rooflens::kernels::reduction
