// parallelism/register-spill on the device.
#include "kernels/parallelism/register_spill.hpp"

#include "kernels/parallelism/values.cuh"

namespace rooflens::kernels::parallelism {

__global__ void __maxnreg__(32)
    register_spill_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = sum_of_values(in[i], one);
}

std::unique_ptr<Prepared> prepare_register_spill(const Problem& problem) {
  return make_prepared(problem,
                       {register_spill_kernel, "rooflens::kernels::parallelism::register_spill_kernel",
                        dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
                       kValuesFactor);
}

}  // namespace rooflens::kernels::parallelism
