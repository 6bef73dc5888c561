// for i in 0..n-1: out[i] = 513 in[i]         512 FMAs an element; as many equal blocks as w times fill the device
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
// wasted: blocks of equal length take ceil(w) rounds, so SMs idle in the last; up to ceil(w) / w of the ideal time
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::parallelism {

/// Parameters n: elements, 1 to 2^32; waves: blocks, in hundredths of what is resident at once, 105 to 800.
extern const Kernel waves;

}  // namespace rooflens::kernels::parallelism
