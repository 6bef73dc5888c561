// for i in 0..n-1: out[i] = in[i - delta] where that is in the segment, else in[i]
// s is the first lane of i's segment of `width` lanes
// flops 0, bytes read 4n, bytes written 4n
#include "kernels/shuffle/prepared.cuh"

namespace rooflens::kernels::shuffle {

__global__ void up_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, Exchange exchange) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float value = i < n ? in[i] : 0.0F;  // no thread leaves early: a shuffle from a lane that is gone is undefined
  const float moved = __shfl_up_sync(kAllLanes, value, static_cast<unsigned int>(exchange.by), exchange.width);
  if (i < n) out[i] = moved;
}

std::unique_ptr<Prepared> prepare_up(const Problem& problem) {
  return make_prepared(problem, Kind::up, exchange_of(problem, "delta"), ROOFLENS_NAMED(shuffle, up_kernel));
}

}  // namespace rooflens::kernels::shuffle
