// for i in 0..n-1: out[i] = in[i XOR 32] + in[m(i)]   m(i) mirrors i in its tile of 4096 elements, 16 KiB
// flops n, bytes read 8n of which 4n are compulsory, bytes written 4n
// m(i) comes from shared memory, i XOR 32 a second time from global memory: more shared memory lets more blocks be
// resident, more L1 lets the second load hit
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::shared_layout {

/// Parameters n: elements, 1 to 2^33; percent: of the memory on the SM that should be shared memory, 0 to 100, which
/// the driver takes as a wish: it gives what it supports, and never less than one block needs.
extern const Kernel carve_out;

}  // namespace rooflens::kernels::shared_layout
