// for i in 0..n-1: out[i] = chain A of in[i]    x <- x * x + c, rounds times; each warp records its SM and its times
// flops 2n rounds, bytes read 4n, bytes written 4n and 32 a warp
// the record is the point: block_events() of the prepared kernel says when and where every warp ran
// The times are those of the global timer, which is one for the whole device and advances in steps of some tens of
// nanoseconds to a microsecond.
#include "kernels/device/chained_fma.cuh"
#include "kernels/schedule/prepared.cuh"

namespace rooflens::kernels::schedule {

// "memory" keeps the compiler from moving loads and stores across.
__device__ inline std::uint64_t global_timer() {
  std::uint64_t time = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
  return time;
}

__device__ inline std::uint32_t sm_id() {
  std::uint32_t id = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

__device__ inline std::uint32_t sm_limit() {
  std::uint32_t limit = 0;
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(limit));
  return limit;
}

__global__ void block_trace_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                   Record* __restrict__ records) {
  const std::uint64_t start = global_timer();
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fma_chain(in[i], kChainA, rounds);
  __syncwarp();
  const std::uint64_t end = global_timer();
  if (threadIdx.x % 32 != 0) return;
  const std::uint32_t warp = threadIdx.x / 32;
  records[std::size_t{blockIdx.x} * (blockDim.x / 32) + warp] = {blockIdx.x, warp, sm_id(), sm_limit(), start, end};
}

std::unique_ptr<Prepared> prepare_block_trace(const Problem& problem) {
  const auto block = static_cast<unsigned int>(problem["block"]);
  return make_prepared(
      problem, {ROOFLENS_NAMED(schedule, block_trace_kernel), dim3(grid_for(problem["n"], block)), dim3(block)});
}

}  // namespace rooflens::kernels::schedule
