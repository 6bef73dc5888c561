// for every point of a grid: out = sum over its star of coefficient * in; out = in within `order` points of the
// boundary p = 2 dimensions order + 1 points in a star, N = n^dimensions points in all a block loads 8^3 points (in two
// dimensions 32^2) into shared memory and computes those in their middle flops 2p - 1 per inner point, bytes read 4 *
// 8^3 / (8 - 2 order)^3 N (less what lies outside the grid), written 4N compulsory 8N; wasted: most of a small cube is
// halo (order 1: 296 of 512 points), and its rows are 32 bytes short
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil3d {

/// Parameters n: points along each dimension, 1 to 32768; order: 1 to 3; dimensions: 2 or 3.
extern const Kernel tiled;

}  // namespace rooflens::kernels::stencil3d
