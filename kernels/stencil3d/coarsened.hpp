// for every point of a grid: out = sum over its star of coefficient * in; out = in within `order` points of the
// boundary p = 6 order + 1 points in a star, N = n^3 points in all a block of 32 x 32 threads marches through 32 planes
// and keeps 2 order + 1 of them in shared memory flops 2p - 1 per inner point, bytes read 4 (32 / (32 - 2 order))^2 (32
// + 2 order) / 32 N (less what lies outside the grid), written 4N compulsory 8N; wasted: a point's neighbours in z are
// its thread's own and need not be shared
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil3d {

/// Parameters n: points along each dimension, 1 to 32768; order: 1 to 3.
extern const Kernel coarsened;

}  // namespace rooflens::kernels::stencil3d
