// for i in 0..n-1: out[i] = in[4 t + i % 4], t = s + ((i / 4 - s) XOR mask % width)
// s is the first lane of i's segment of `width` lanes, a lane four elements
// flops 0, bytes read 4n, bytes written 4n
#include "kernels/shuffle/prepared.cuh"

namespace rooflens::kernels::shuffle {

__global__ void xor_array_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                 Exchange exchange) {
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
#pragma unroll
  for (float& value : values) {
    value = __shfl_xor_sync(kAllLanes, value, exchange.by % exchange.width, exchange.width);
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

std::unique_ptr<Prepared> prepare_xor_array(const Problem& problem) {
  return make_prepared(problem, Kind::xor_array, exchange_of(problem, "mask"),
                       ROOFLENS_NAMED(shuffle, xor_array_kernel));
}

}  // namespace rooflens::kernels::shuffle
