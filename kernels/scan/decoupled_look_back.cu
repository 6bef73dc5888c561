// out[i] = in[0] + ... + in[i]    one pass: a tile publishes its sum, then looks back at the sums published before it
// flops n - 1 of a serial scan, bytes read 4n, bytes written 4n; besides 8 bytes for each tile of 256 items elements
// after Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016
// wasted: a tile may have to wait for the one before it; a launch that clears what the tiles publish
#include <stdexcept>
#include <string>

#include "kernels/scan/prepared.cuh"
#include "kernels/scan/tile.cuh"

namespace rooflens::kernels::scan {

namespace {

// What a tile publishes, in one word that is written and read as a whole: how much is known in the upper half, the sum
// as a float in the lower half. Zero: nothing yet.
enum class Known : unsigned int { nothing, own_sum, sum_from_the_start };

}  // namespace

__device__ inline void publish(std::uint64_t* state, Known known, float sum) {
  const std::uint64_t word = std::uint64_t{static_cast<unsigned int>(known)} << 32 | __float_as_uint(sum);
  *reinterpret_cast<volatile std::uint64_t*>(state) = word;
}

// What precedes `tile`: a warp looks at the 32 tiles before it, waits until all of them have published something, and
// goes on to 32 more unless one of them knows the sum from the start. In every lane.
__device__ inline float look_back(const std::uint64_t* states, std::int64_t tile) {
  constexpr unsigned int kAll = 0xffffffffU;
  const auto lane = static_cast<int>(threadIdx.x % kWarp);
  float before = 0.0f;
  for (std::int64_t nearest = tile - 1; nearest >= 0; nearest -= kWarp) {
    const std::int64_t watched = nearest - lane;
    Known known = Known::sum_from_the_start;  // nothing precedes the first tile
    float sum = 0.0f;
    do {
      if (watched >= 0) {
        const std::uint64_t word = *reinterpret_cast<const volatile std::uint64_t*>(states + watched);
        known = static_cast<Known>(static_cast<unsigned int>(word >> 32));
        sum = __uint_as_float(static_cast<unsigned int>(word));
      }
    } while (__any_sync(kAll, known == Known::nothing));

    const unsigned int from_the_start = __ballot_sync(kAll, known == Known::sum_from_the_start);
    const int last = from_the_start != 0 ? __ffs(static_cast<int>(from_the_start)) - 1 : static_cast<int>(kWarp) - 1;
    if (lane > last) sum = 0.0f;
#pragma unroll
    for (unsigned int mask = kWarp / 2; mask > 0; mask /= 2) sum += __shfl_xor_sync(kAll, sum, static_cast<int>(mask));
    before += sum;
    if (from_the_start != 0) break;
  }
  return before;
}

// Word 0 counts the tiles that have begun; the states follow.
__global__ void clear_states_kernel(std::uint64_t* words, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) words[i] = 0;
}

// Tiles are numbered in the order in which blocks begin, so that no tile waits for one that has not begun.
template <unsigned int Rows, bool Exclusive>
__global__ void __launch_bounds__(kTileThreads)
    decoupled_look_back_kernel(const float* __restrict__ in, float* __restrict__ out, std::uint64_t* words,
                               std::int64_t n) {
  __shared__ unsigned int begun;
  __shared__ float sum_before;
  if (threadIdx.x == 0)
    begun = static_cast<unsigned int>(atomicAdd(reinterpret_cast<unsigned long long*>(words), 1ULL));
  __syncthreads();
  const std::int64_t tile = begun;
  std::uint64_t* const states = words + 1;

  TileItems<Rows> items;
  load_tile(in, n, tile, items);
  const WarpPlace place = place_warp(scan_rows(items));

  if (threadIdx.x < kWarp) {
    if (threadIdx.x == 0 && tile > 0) publish(states + tile, Known::own_sum, place.total);
    const float before = look_back(states, tile);
    if (threadIdx.x == 0) {
      publish(states + tile, Known::sum_from_the_start, before + place.total);
      sum_before = before;
    }
  }
  __syncthreads();
  store_tile<Exclusive>(out, n, tile, items, sum_before + place.before);
}

namespace {

using TileKernel = void (*)(const float*, float*, std::uint64_t*, std::int64_t);

template <bool Exclusive>
TileKernel kernel_for(std::int64_t items) {
  switch (items) {
    case 4:
      return &decoupled_look_back_kernel<1, Exclusive>;
    case 8:
      return &decoupled_look_back_kernel<2, Exclusive>;
    case 16:
      return &decoupled_look_back_kernel<4, Exclusive>;
    case 32:
      return &decoupled_look_back_kernel<8, Exclusive>;
    default:
      throw std::logic_error("no kernel for " + std::to_string(items) + " items per thread");
  }
}

}  // namespace

std::unique_ptr<Prepared> prepare_decoupled_look_back(const Problem& problem) {
  const std::int64_t items = problem["items"];
  const unsigned int tiles = grid_for(problem["n"], items * kTileThreads);
  const std::int64_t words = std::int64_t{tiles} + 1;
  const KernelLaunch<std::uint64_t*, std::int64_t> clear{ROOFLENS_NAMED(scan, clear_states_kernel),
                                                         dim3(grid_for(words, kTileThreads)), dim3(kTileThreads)};
  const KernelLaunch<const float*, float*, std::uint64_t*, std::int64_t> scan{
      problem["exclusive"] != 0 ? kernel_for<true>(items) : kernel_for<false>(items),
      "rooflens::kernels::scan::decoupled_look_back_kernel", dim3(tiles), dim3(kTileThreads)};
  return make_prepared(problem, ScanPlan{.scratch = static_cast<std::size_t>(words),
                                         .segment = problem["n"],
                                         .launch =
                                             [=](const ScanBuffers& b) {
                                               clear(b.scratch, words);
                                               scan(b.in, b.out, b.scratch, b.n);
                                             },
                                         .describe =
                                             [=] {
                                               return std::vector{clear.describe(), scan.describe()};
                                             }});
}

}  // namespace rooflens::kernels::scan
