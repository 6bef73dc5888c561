// for i in 0..n-1: out[i] = in[a permutation within the 256 elements of a warp], through a tile in shared memory
// flops 0, bytes read 4n, bytes written 4n; bound by DRAM: 1 + ways wavefronts for every 256 bytes that it moves
// wasted: each shared load takes `ways` wavefronts instead of 1; with few ways nobody waits for them
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameters n: elements, 1 to 2^33; ways: lanes that meet in a bank, a power of two from 1 to 8.
extern const Kernel streamed_conflict;

}  // namespace rooflens::kernels::shared_layout
