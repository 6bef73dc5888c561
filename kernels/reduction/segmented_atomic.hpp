// sum = sum over i of in[i]    first-add-on-load, but each block adds its sum to the result with an atomic
// flops n - 1, bytes read 4n, bytes written 4; blocks = ceil(n / 2 block) atomics on one address, of 4 bytes each
// wasted: an atomic, a tree and a start of a block for two elements a thread; the order of the atomics is left to
// chance
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block and half the elements per partial sum, a power of two,
/// 32 to 1024.
extern const Kernel segmented_atomic;

}  // namespace rooflens::kernels::reduction
