// shuffle/down on the device.
#include "kernels/shuffle/down.hpp"

#include "kernels/shuffle/lanes.cuh"
#include "kernels/shuffle/prepared.cuh"

namespace rooflens::kernels::shuffle {

__global__ void down_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, Exchange exchange) {
  exchange_one(in, out, n, [=](float value) {
    return __shfl_down_sync(kAllLanes, value, static_cast<unsigned int>(exchange.by), exchange.width);
  });
}

std::unique_ptr<Prepared> prepare_down(const Problem& problem) {
  return make_prepared(problem, Kind::down, exchange_of(problem, "delta"), down_kernel,
                       "rooflens::kernels::shuffle::down_kernel");
}

}  // namespace rooflens::kernels::shuffle
