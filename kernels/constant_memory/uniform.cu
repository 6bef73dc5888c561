// for i in 0..n-1: out[i] = in[i] + sum over k in 0..63 of table[7 (i / 32) + k]        one entry a warp
// flops 64n, bytes read 4n, bytes written 4n, of device memory; the table of 16 KiB stays in the constant caches
#include "kernels/constant_memory/prepared.cuh"

namespace rooflens::kernels::constant_memory {

std::unique_ptr<Prepared> prepare_uniform(const Problem& problem) { return make_prepared(problem, 0); }

}  // namespace rooflens::kernels::constant_memory
