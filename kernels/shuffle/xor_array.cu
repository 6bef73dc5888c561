// shuffle/xor-array on the device.
#include "kernels/shuffle/xor_array.hpp"

#include "kernels/shuffle/lanes.cuh"
#include "kernels/shuffle/prepared.cuh"

namespace rooflens::kernels::shuffle {

__global__ void xor_array_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                 Exchange exchange) {
  exchange_held(in, out, n, [=](Held& held) {
#pragma unroll
    for (float& value : held.values) {
      value = __shfl_xor_sync(kAllLanes, value, exchange.by % exchange.width, exchange.width);
    }
  });
}

std::unique_ptr<Prepared> prepare_xor_array(const Problem& problem) {
  return make_prepared(problem, Kind::xor_array, exchange_of(problem, "mask"), xor_array_kernel,
                       "rooflens::kernels::shuffle::xor_array_kernel");
}

}  // namespace rooflens::kernels::shuffle
