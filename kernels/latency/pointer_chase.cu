// for k in 1..steps: node = *node             one thread around a random cycle of 128-byte lines
// flops 0, bytes read 8 steps, bytes written 4; time / steps is the latency of the level that holds the footprint
// wasted: everything but the latency, on purpose: one load is in flight in the whole device
// Work asks DRAM for each node that is visited once, as if nothing of them were in a cache when it begins.
#include "kernels/latency/prepared.cuh"

namespace rooflens::kernels::latency {

// A pointer that was loaded may point anywhere as far as the compiler knows; this one points to global memory.
__device__ const Node* follow(const Node* node) {
  return reinterpret_cast<const Node*>(__ldca(reinterpret_cast<const unsigned long long*>(&node->next)));
}

__global__ void pointer_chase_kernel(const Node* nodes, std::uint32_t first, int steps, float* out) {
  if (threadIdx.x != 0) return;
  const Node* node = nodes + first;
#pragma unroll 8
  for (int step = 0; step < steps; ++step) node = follow(node);
  out[0] = static_cast<float>(node - nodes);
}

std::unique_ptr<Prepared> prepare_pointer_chase(const Problem& problem) {
  return make_chase(problem, {ROOFLENS_NAMED(latency, pointer_chase_kernel), dim3(1), dim3(kChaseBlock)});
}

}  // namespace rooflens::kernels::latency
