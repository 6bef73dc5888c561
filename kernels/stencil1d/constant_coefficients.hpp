// for i in 0..n-1: out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array
// one thread per output, coefficients in constant memory, elements from global memory
// flops (3r - 1) n, bytes read 8r n (requested, less what lies outside the array), bytes written 4n; compulsory 8n
// wasted: an element is loaded 2r times, mostly from the L1
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil1d {

/// Parameters n: elements, 1 to 2^33; radius: 1 to 16. n need not be a multiple of anything.
extern const Kernel constant_coefficients;

}  // namespace rooflens::kernels::stencil1d
