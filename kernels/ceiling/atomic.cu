// Atomic additions without a result, in L2 and in shared memory: the lanes of a warp side by side, each to a word that
// no other thread of the SM touches meanwhile; or all of them to one word.
#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kInstructions = 32;  // of a thread in an iteration
constexpr double kWarp = 32, kSectorsOfWarp = 4;

// A word that the compiler cannot know to be the same for all lanes: then it would add up in the warp first.
template <bool kOneWord>
[[nodiscard]] __device__ std::uint32_t word_of(const Arguments& arguments, std::uint32_t own) {
  if constexpr (kOneWord) return own & static_cast<std::uint32_t>(arguments.iterations >> 31);
  return own;
}

template <bool kOneWord>
__global__ void add_in_l2(Arguments arguments) {
  StampedBlock stamped(arguments);
  auto* const words = reinterpret_cast<std::uint32_t*>(arguments.memory);
  const auto all = static_cast<std::uint32_t>(arguments.bytes / sizeof(std::uint32_t));  // a power of two
  const std::uint32_t step = gridDim.x * blockDim.x;
  const std::uint32_t value = arguments.never | 1;
  std::uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
#pragma unroll
    for (int i = 0; i < kInstructions; ++i) {
      const std::uint32_t word = word_of<kOneWord>(arguments, at & (all - 1));
      asm volatile("red.global.add.u32 [%0], %1;" ::"l"(words + word), "r"(value) : "memory");
      at += step;
    }
  }
  stamped.end();
}

template <bool kOneWord>
__global__ void add_in_shared(Arguments arguments) {
  extern __shared__ __align__(16) std::uint32_t cells[];
  cells[threadIdx.x] = 0;
  StampedBlock stamped(arguments);
  const std::uint32_t value = arguments.never | 1;
  const std::uint32_t word = word_of<kOneWord>(arguments, threadIdx.x);
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(cells + word));
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
#pragma unroll
    for (int i = 0; i < kInstructions; ++i) {
      asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(address), "r"(value) : "memory");
    }
  }
  keep(arguments, cells[threadIdx.x]);
  stamped.end();
}

template <bool kOneWord>
void add_l2(Trials& trials, const Site& site) {
  constexpr std::int64_t kSet = std::int64_t{8} << 20;
  if (site.l2_bytes < 2 * kSet) return;
  for (const auto& [blocks, threads] : {std::pair{2, 256}, {4, 256}, {8, 256}, {2, 1024}}) {
    // As many cycles as lanes, if a slice takes one word of one address in each.
    const double each_warp = kOneWord ? kWarp : kSectorsOfWarp;
    add_trial(
        trials, site, add_in_l2<kOneWord>,
        (kOneWord ? std::string("one word, ") : "each lane its own word, set of 8 MiB, ") + shape_text(blocks, threads),
        blocks, threads, kInstructions * threads / kWarp * each_warp, kSet);
  }
}

template <bool kOneWord>
void add_shared(Trials& trials, const Site& site) {
  for (const auto& [blocks, threads] : {std::pair{2, 256}, {4, 256}, {8, 256}, {2, 1024}}) {
    const double each_warp = kOneWord ? kWarp : 1;
    add_trial(
        trials, site, add_in_shared<kOneWord>,
        (kOneWord ? std::string("one word of a block, ") : "each lane its own bank, ") + shape_text(blocks, threads),
        blocks, threads, kInstructions * threads / kWarp * each_warp, 0,
        static_cast<std::size_t>(threads) * sizeof(std::uint32_t));
  }
}

}  // namespace

Trials atomic_trials(const Site& site, const std::string& probe) {
  Trials trials;
  if (probe == "atomic") add_l2<false>(trials, site);
  if (probe == "atomic-address") add_l2<true>(trials, site);
  if (probe == "atomic-shared") add_shared<false>(trials, site);
  if (probe == "atomic-shared-address") add_shared<true>(trials, site);
  return trials;
}

}  // namespace rooflens::kernels::ceiling
