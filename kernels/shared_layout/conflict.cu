// shared_layout/conflict on the device.
#include "kernels/shared_layout/conflict.hpp"

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
