// for i in 0..n-1: a[i] = b[i] + c[i] * d[i]  one thread per element
// the vector triad of Schoenauer: one more array than the triad of STREAM, which is saxpy here
// flops 2n, bytes read 12n, bytes written 4n; intensity 1/8 FLOP/B
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::triad {

/// Parameter n: elements per vector, 1 to 2^33.
extern const Kernel one_d;

}  // namespace rooflens::kernels::triad
