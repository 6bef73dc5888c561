// for i in 0..n-1: out[i] = in[i]             one thread per element
// flops 0, bytes read 4n, bytes written 4n; no intensity
// wasted: four times the instructions of float4
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::copy {

/// Parameter n: elements per array, 1 to 2^33.
extern const Kernel float1;

}  // namespace rooflens::kernels::copy
