// for i in 0..n-1: out[i] = in[i]             one thread per four elements: ld.global.v4.f32 and st.global.v4.f32
// flops 0, bytes read 4n, bytes written 4n; no intensity
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::copy {

/// Parameter n: elements per array, 1 to 2^33; need not be a multiple of 4.
extern const Kernel ptx_v4;

}  // namespace rooflens::kernels::copy
