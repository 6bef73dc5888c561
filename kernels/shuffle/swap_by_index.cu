// for i in 0..n-1: out[i] = in[i], but in pairs of lanes a, b = a XOR mask % width > a
//   out[4 a + first] = in[4 b + second] and out[4 b + second] = in[4 a + first]
// s is the first lane of i's segment of `width` lanes, a lane four elements
// flops 0, bytes read 4n, bytes written 4n
#include "kernels/shuffle/prepared.cuh"

namespace rooflens::kernels::shuffle {

__global__ void swap_by_index_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                     Exchange exchange) {
  const int mask = exchange.by % exchange.width;
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const bool paired = mask != 0;
  const int mine = lane < (lane ^ mask) ? exchange.first : exchange.second;
  const std::int64_t first = kHeld * (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x);
  float values[kHeld];
  if (first + kHeld <= n) {
    const ::float4 vector = *reinterpret_cast<const ::float4*>(in + first);
    values[0] = vector.x;
    values[1] = vector.y;
    values[2] = vector.z;
    values[3] = vector.w;
  } else {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) values[k] = first + k < n ? in[first + k] : 0.0F;
  }
  __syncwarp();  // no thread left early: a shuffle from a lane that is gone is undefined
  // An index that is known at run time only must not send the array to local memory.
  float given = values[0];
#pragma unroll
  for (int k = 1; k < kHeld; ++k) given = mine == k ? values[k] : given;
  const float got = __shfl_xor_sync(kAllLanes, given, mask, exchange.width);
  if (paired) {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) values[k] = mine == k ? got : values[k];
  }
  if (first + kHeld <= n) {
    *reinterpret_cast<::float4*>(out + first) = make_float4(values[0], values[1], values[2], values[3]);
  } else {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) {
      if (first + k < n) out[first + k] = values[k];
    }
  }
}

std::unique_ptr<Prepared> prepare_swap_by_index(const Problem& problem) {
  Exchange exchange = exchange_of(problem, "mask");
  exchange.first = static_cast<int>(problem["first"]);
  exchange.second = static_cast<int>(problem["second"]);
  return make_prepared(problem, Kind::swap_by_index, exchange, ROOFLENS_NAMED(shuffle, swap_by_index_kernel));
}

}  // namespace rooflens::kernels::shuffle
