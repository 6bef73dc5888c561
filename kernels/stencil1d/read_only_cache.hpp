// for i in 0..n-1: out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array
// as constant-coefficients, but the coefficients come from global memory through the read-only path of the L1
// flops (3r - 1) n, bytes read 12r n (requested, less what lies outside the array), bytes written 4n; compulsory 8n
// wasted: all lanes load the same coefficient, so that every third load moves 4 bytes where it could move 128
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil1d {

/// Parameters n: elements, 1 to 2^33; radius: 1 to 16. n need not be a multiple of anything.
extern const Kernel read_only_cache;

}  // namespace rooflens::kernels::stencil1d
