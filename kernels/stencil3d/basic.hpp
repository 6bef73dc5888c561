// for every point of a grid: out = sum over its star of coefficient * in; out = in within `order` points of the
// boundary p = 2 dimensions order + 1 points in a star, N = n^dimensions points in all one thread per point, every
// neighbour from global memory flops 2p - 1 per inner point, bytes read 4p per inner point and 4 per boundary value
// (requested), written 4N compulsory 8N; wasted: a point is loaded p times, from L1 or L2; neighbours in z from L2
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::stencil3d {

/// Parameters n: points along each dimension, 1 to 32768; order: 1 to 3; dimensions: 2 or 3.
extern const Kernel basic;

}  // namespace rooflens::kernels::stencil3d
