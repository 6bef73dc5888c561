// for i in 0..n-1: out[i] = in[4 t + i % 4], t = s + ((i / 4 - s) XOR mask % width)
// s is the first lane of i's segment of `width` lanes, a lane four elements
// flops 0, bytes read 4n, bytes written 4n
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
