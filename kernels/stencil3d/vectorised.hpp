// for every point of a grid: out = sum over its star of coefficient * in; out = in within `order` points of the
// boundary p = 6 order + 1 points in a star, N = n^3 points in all a thread marches through 32 planes with 4 points of
// a row in registers; neighbours in x and y from the L1, 16 bytes at a time flops 2p - 1 per inner point, bytes read 4
// (32 + 2 order) / 32 N for its own points, 4 (2 order + 2 x / 4) per inner point for neighbours (x: order, but 4 for
// order 3), less what lies outside the grid; written 4N compulsory 8N; wasted: little
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil3d {

/// Parameters n: points along each dimension, 1 to 32768; order: 1 to 3.
extern const Kernel vectorised;

}  // namespace rooflens::kernels::stencil3d
