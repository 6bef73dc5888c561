// for every point of a grid: out = sum over its star of coefficient * in; out = in within `order` points of the
// boundary p = 6 order + 1 points in a star, N = n^3 points in all as coarsened, but a thread keeps its points of 2
// order + 1 planes in registers; shared memory holds the current plane flops 2p - 1 per inner point, bytes read 4 (32 /
// (32 - 2 order))^2 (32 + 2 order) / 32 N (less what lies outside the grid), written 4N compulsory 8N; wasted: the
// threads of the halo only load, and its rows begin inside a sector
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil3d {

/// Parameters n: points along each dimension, 1 to 32768; order: 1 to 3.
extern const Kernel register_tiled;

}  // namespace rooflens::kernels::stencil3d
