// for i in 0..n-1: out[i] = chain A or B of in[i]    four elements a thread, lanes go `paths` ways one after the other
// flops 2n rounds, bytes read 4n, bytes written 4n; with few rounds bound by DRAM
// wasted: all but one of `paths` turns of every lane; with few rounds nobody waits for them
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::divergence {

/// Parameters n: elements, 1 to 2^33; rounds: multiply-adds an element, 1 to 65536; paths: a power of two from 1 to 32.
extern const Kernel streamed_paths;

}  // namespace rooflens::kernels::divergence
