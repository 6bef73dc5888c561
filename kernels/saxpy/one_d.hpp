// for i in 0..n-1: z[i] = a * x[i] + y[i]     one thread per element
// into an array of its own, so that it can be launched again; STREAM calls the same "triad"
// flops 2n, bytes read 8n, bytes written 4n; intensity 1/6 FLOP/B
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::saxpy {

/// Parameter n: elements per vector, 1 to 2^33.
extern const Kernel one_d;

}  // namespace rooflens::kernels::saxpy
