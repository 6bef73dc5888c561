// for i in 0..n-1: out[i] = in[s + lane % width]
// s is the first lane of i's segment of `width` lanes
// flops 0, bytes read 4n, bytes written 4n
#include "kernels/shuffle/prepared.cuh"

namespace rooflens::kernels::shuffle {

__global__ void broadcast_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                 Exchange exchange) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float value = i < n ? in[i] : 0.0F;  // no thread leaves early: a shuffle from a lane that is gone is undefined
  const float moved = __shfl_sync(kAllLanes, value, exchange.by, exchange.width);
  if (i < n) out[i] = moved;
}

std::unique_ptr<Prepared> prepare_broadcast(const Problem& problem) {
  return make_prepared(problem, Kind::one_to_all, exchange_of(problem, "lane"),
                       ROOFLENS_NAMED(shuffle, broadcast_kernel));
}

}  // namespace rooflens::kernels::shuffle
