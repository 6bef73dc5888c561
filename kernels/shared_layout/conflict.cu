// out[i] = passes x (sum of column l / ways)  of the 32 x 32 elements of a block of 256 threads; l is the lane
// flops 32n passes, bytes read 4096 a block, bytes written 4n; bound by shared memory, not by DRAM
// wasted: each shared load takes `ways` wavefronts instead of 1
#include "kernels/shared_layout/prepared.cuh"
#include "kernels/shared_layout/sum_columns.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void conflict_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int ways,
                                int passes) {
  sum_columns(in, out, n, static_cast<unsigned int>(ways), passes);
}

std::unique_ptr<Prepared> prepare_conflict(const Problem& problem) {
  return make_conflict(problem, problem["ways"], conflict_kernel, "rooflens::kernels::shared_layout::conflict_kernel");
}

}  // namespace rooflens::kernels::shared_layout
