// for i in 0..n-1: out[i] = in[i], but in pairs of lanes a, b = a XOR mask % width > a
//   out[4 a + first] = in[4 b + second] and out[4 b + second] = in[4 a + first]
// s is the first lane of i's segment of `width` lanes, a lane four elements
// flops 0, bytes read 4n, bytes written 4n
#include "kernels/shuffle/lanes.cuh"
#include "kernels/shuffle/prepared.cuh"

namespace rooflens::kernels::shuffle {

__global__ void swap_by_index_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                     Exchange exchange) {
  const int mask = exchange.by % exchange.width;
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const bool paired = mask != 0;
  const int mine = lane < (lane ^ mask) ? exchange.first : exchange.second;
  exchange_held(in, out, n, [=](Held& held) {
    const float got = __shfl_xor_sync(kAllLanes, held.get(mine), mask, exchange.width);
    if (paired) held.set(mine, got);
  });
}

std::unique_ptr<Prepared> prepare_swap_by_index(const Problem& problem) {
  Exchange exchange = exchange_of(problem, "mask");
  exchange.first = static_cast<int>(problem["first"]);
  exchange.second = static_cast<int>(problem["second"]);
  return make_prepared(problem, Kind::swap_by_index, exchange, swap_by_index_kernel,
                       "rooflens::kernels::shuffle::swap_by_index_kernel");
}

}  // namespace rooflens::kernels::shuffle
