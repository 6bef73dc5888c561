// for i in 0..n-1: out[i] = in[i]             one thread per element; blocks reserve shared memory they do not use
// flops 0, bytes read 4n, bytes written 4n
// wasted: shared memory; the more a block reserves, the fewer blocks are resident and the fewer loads in flight
#include <string>

#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

__global__ void occupancy_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
}

namespace {

// Lets blocks have the most there is, so that launches with less need no setting of their own.
void allow_shared_memory(std::int64_t wanted) {
  int device = 0;
  int most = 0;
  ROOFLENS_CUDA(cudaGetDevice(&device));
  ROOFLENS_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  if (wanted > most) {
    throw DeviceError("parallelism/occupancy: shared_bytes = " + std::to_string(wanted) +
                      ", but a block of this device" + " can have at most " + std::to_string(most));
  }
  ROOFLENS_CUDA(cudaFuncSetAttribute(occupancy_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  ROOFLENS_CUDA(cudaFuncSetAttribute(occupancy_kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     cudaSharedmemCarveoutMaxShared));
}

}  // namespace

std::unique_ptr<Prepared> prepare_occupancy(const Problem& problem) {
  allow_shared_memory(problem["shared_bytes"]);
  return make_prepared(problem,
                       {ROOFLENS_NAMED(parallelism, occupancy_kernel), dim3(grid_for(problem["n"], kBlock)),
                        dim3(kBlock), static_cast<std::size_t>(problem["shared_bytes"])},
                       kCopyFactor);
}

}  // namespace rooflens::kernels::parallelism
