// for i in 0..n-1: out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array
// a block of 256 threads loads its 256 + 2r elements into shared memory; coefficients in constant memory
// flops (3r - 1) n, bytes read 4 (256 + 2r) / 256 n (less what lies outside the array), bytes written 4n; compulsory 8n
// wasted: 2r shared loads for an output
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil1d {

/// Parameters n: elements, 1 to 2^33; radius: 1 to 16. n need not be a multiple of anything.
extern const Kernel shared_tile;

}  // namespace rooflens::kernels::stencil1d
