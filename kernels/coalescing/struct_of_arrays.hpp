// for i in 0..n-1: out[i] = x[i] + y[i] + z[i] + w[i]         the same records, an array a field
// flops 3n, bytes read 16n, bytes written 4n; 4 sectors a load (5 in the arrays that begin inside a sector: those after
// the first when 8 does not divide n)
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::coalescing {

/// Parameter n: records, 1 to 2^33.
extern const Kernel struct_of_arrays;

}  // namespace rooflens::kernels::coalescing
