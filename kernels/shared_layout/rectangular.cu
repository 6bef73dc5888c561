// shared_layout/rectangular on the device.
#include "kernels/shared_layout/rectangular.hpp"

#include "kernels/shared_layout/prepared.cuh"
#include "kernels/shared_layout/round_trip.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void rectangular_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  __shared__ float tile[Rectangular::kWords];
  round_trip<Rectangular>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_rectangular(const Problem& problem) {
  return make_round_trip(problem, shape_of<Rectangular>(false), rectangular_kernel,
                         "rooflens::kernels::shared_layout::rectangular_kernel");
}

}  // namespace rooflens::kernels::shared_layout
