// counts[b] = how many in[i] are b
// as atomic, but block k adds to copy k % copies of the counts, and a last launch adds the copies
// flops 0, bytes read 4n, of which 4n go on to the L2 as atomics; the copies are cleared, read and added besides
// input and counts alone are 4n bytes and 4 bins
// wasted: atomics still travel to the L2; the copies are cleared and added up
#include <utility>

#include "kernels/histogram/prepared.cuh"

namespace rooflens::kernels::histogram {

__global__ void private_global_kernel(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ copies,
                                      std::int64_t n, unsigned int bins, unsigned int copy_count) {
  std::uint32_t* const own = copies + (blockIdx.x % copy_count) * bins;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(own + in[i], 1U);
}

__global__ void add_copies_kernel(const std::uint32_t* __restrict__ copies, std::uint32_t* __restrict__ counts,
                                  unsigned int bins, unsigned int copy_count) {
  const unsigned int bin = blockIdx.x * blockDim.x + threadIdx.x;
  if (bin >= bins) return;
  std::uint32_t sum = 0;
  for (unsigned int copy = 0; copy < copy_count; ++copy) sum += copies[copy * bins + bin];
  counts[bin] = sum;
}

std::unique_ptr<Prepared> prepare_private_global(const Problem& problem) {
  constexpr unsigned int kAddBlock = 32;  // few bins: spread them over SMs
  const std::int64_t block = problem["block"];
  const std::int64_t bins = problem["bins"];
  const auto copies = static_cast<unsigned int>(problem["copies"]);
  const std::int64_t words = copies * bins;
  const Clear clear = clear_words(words);
  const KernelLaunch<const std::uint32_t*, std::uint32_t*, std::int64_t, unsigned int, unsigned int> count{
      ROOFLENS_NAMED(histogram, private_global_kernel), dim3(grid_for(problem["n"], block)),
      dim3(static_cast<unsigned int>(block))};
  const KernelLaunch<const std::uint32_t*, std::uint32_t*, unsigned int, unsigned int> add{
      ROOFLENS_NAMED(histogram, add_copies_kernel), dim3(grid_for(bins, kAddBlock)), dim3(kAddBlock)};
  HistogramPlan plan;
  plan.scratch = static_cast<std::size_t>(words);
  plan.launch = [=](const HistogramBuffers& b) {
    clear(b.scratch, words);
    count(b.in, b.scratch, b.n, b.bins, copies);
    add(b.scratch, b.counts, b.bins, copies);
  };
  plan.describe = [=] { return std::vector{clear.describe(), count.describe(), add.describe()}; };
  return make_prepared(problem, std::move(plan));
}

}  // namespace rooflens::kernels::histogram
