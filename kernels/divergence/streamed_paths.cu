// for i in 0..n-1: out[i] = chain A or B of in[i]    four elements a thread, lanes go `paths` ways one after the other
// flops 2n rounds, bytes read 4n, bytes written 4n; with few rounds bound by DRAM
// wasted: all but one of `paths` turns of every lane; with few rounds nobody waits for them
// The first threads also take the up to three elements after the last whole float4, by chain A.
#include "kernels/device/array_map.cuh"
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/family.hpp"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

// A path is a loop of unknown length, which no compiler turns into predicates.
__global__ void streamed_paths_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                      int paths) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = n / 4;
  if (i < vectors) {
    float4 x = reinterpret_cast<const float4*>(in)[i];
    const auto mine = static_cast<int>(threadIdx.x) & (paths - 1);
#pragma unroll 1
    for (int path = 0; path < paths; ++path) {
      if (path != mine) continue;
      const float c = path % 2 == 0 ? kChainA : kChainB;
#pragma unroll 1
      for (int k = 0; k < rounds; ++k) {
        x = make_float4(__fmaf_rn(x.x, x.x, c), __fmaf_rn(x.y, x.y, c), __fmaf_rn(x.z, x.z, c), __fmaf_rn(x.w, x.w, c));
      }
    }
    reinterpret_cast<float4*>(out)[i] = x;
  }
  const std::int64_t rest = 4 * vectors + i;
  if (rest < n && i < 4) out[rest] = fma_chain(in[rest], kChainA, rounds);
}

namespace {

struct Streamed {
  std::uint64_t n;
  int rounds;
  int paths;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const bool whole = i / 4 < n / 4;
    const bool odd = whole && static_cast<int>(i / 4 % 32) % paths % 2 == 1;
    return fma_chain(in[0](i), odd ? kChainB : kChainA, rounds);
  }
};

}  // namespace

std::unique_ptr<Prepared> prepare_streamed_paths(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const auto rounds = static_cast<int>(problem["rounds"]);
  const auto paths = static_cast<int>(problem["paths"]);
  const Streamed rule{static_cast<std::uint64_t>(n), rounds, paths};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return streamed(in[0], rule.n, rule.rounds, static_cast<std::uint64_t>(rule.paths), i);
  };
  const KernelLaunch<const float*, float*, std::int64_t, int, int> launch{
      ROOFLENS_NAMED(divergence, streamed_paths_kernel), dim3(grid_for(n / 4, kBlock)), dim3(kBlock)};
  return prepare_array_map({n, n}, random_inputs<1>(), rule, expected, element_label, launch, n, rounds, paths);
}

}  // namespace rooflens::kernels::divergence
