// counts[b] = how many in[i] are b
// vectors of 16 bytes; up to 32 copies of the counts in each block's shared memory, a lane to each
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets; blocks = SMs x resident blocks, known on the device alone
// count b of copy c is word 32 b + c, so c is its bank: with up to 256 bins lanes never meet, whatever the input; the
// copies take at most 32 KiB, so there are fewer of more bins
// wasted: next to nothing up to 256 bins
#include "kernels/histogram/prepared.cuh"

namespace rooflens::kernels::histogram {

constexpr int kLoads = 4;

// Copies of the counts that fit into 32 KiB, a power of two, so that a mask picks one: 32 of up to 256 bins, 2 of 4096.
__host__ __device__ constexpr unsigned int copies_for(unsigned int bins) {
  unsigned int copies = 32;
  while (copies * bins > 8192) copies /= 2;
  return copies;
}

__global__ void replicated_kernel(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ counts,
                                  std::int64_t n, unsigned int bins) {
  extern __shared__ std::uint32_t own[];
  const unsigned int copies = copies_for(bins);
  for (unsigned int i = threadIdx.x; i < bins * copies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  std::uint32_t* const mine = own + (threadIdx.x & (copies - 1));
  const auto count = [&](std::uint32_t bin) { atomicAdd(mine + bin * copies, 1U); };
  const auto count_all = [&](uint4 v) {
    count(v.x);
    count(v.y);
    count(v.z);
    count(v.w);
  };

  const auto* const vectors = reinterpret_cast<const uint4*>(in);
  const std::int64_t vector_count = n / 4;
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::int64_t i = thread;
  for (; i + (kLoads - 1) * step < vector_count; i += kLoads * step) {
    uint4 loaded[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) loaded[k] = vectors[i + k * step];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) count_all(loaded[k]);
  }
#pragma unroll
  for (int k = 0; k < kLoads - 1; ++k) {
    if (i + k * step < vector_count) count_all(vectors[i + k * step]);
  }
  if (4 * vector_count + thread < n) count(in[4 * vector_count + thread]);

  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    std::uint32_t sum = 0;
    // Each lane begins with another copy, so that lanes do not meet in a bank here either.
    for (unsigned int c = 0; c < copies; ++c) sum += own[bin * copies + ((c + threadIdx.x) & (copies - 1))];
    if (sum > 0) atomicAdd(counts + bin, sum);
  }
}

std::unique_ptr<Prepared> prepare_replicated(const Problem& problem) {
  return make_filling(problem, ROOFLENS_NAMED(histogram, replicated_kernel),
                      problem["bins"] * copies_for(static_cast<unsigned int>(problem["bins"])), 4);
}

}  // namespace rooflens::kernels::histogram
