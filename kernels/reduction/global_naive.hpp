// for s = 1, 2, 4, ... < n: in[i] += in[i + s] for i a multiple of 2s    a launch for each s, in place in global memory
// flops n - 1; an addition reads 8 bytes and writes 4; besides each launch reads in[i] alone where there is no in[i +
// s]
// input and sum alone are 4n bytes read and 4 written
// wasted: a launch of n threads for every s, few of which add; the sums go through global memory ceil(log2 n) times,
// and from s = 4 on each lies in a sector of its own
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

/// Parameters n: elements, 1 to 2^33; block: threads per block, a power of two, 32 to 1024.
extern const Kernel global_naive;

}  // namespace rooflens::kernels::reduction
