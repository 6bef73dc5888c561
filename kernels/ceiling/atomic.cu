// Atomic additions without a result, in L2 and in shared memory: the lanes of a warp side by side, each to a word that
// no other thread of the SM touches meanwhile; or all of them to one word, or to one sector, which are in one slice of
// L2. A slice takes in one word of one address a cycle, or the eight of a sector.
#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kInstructions = 32;  // of a thread in an iteration
constexpr double kWarp = 32, kSectorsOfWarp = 4;
constexpr std::uint32_t kWordsOfSector = 8;

enum class To { own_words, one_word, one_sector };

// A word that the compiler cannot know to be the same for all lanes: then it would add up in the warp first.
template <To kTo>
[[nodiscard]] __device__ std::uint32_t word_of(const Arguments& arguments, std::uint32_t own) {
  if constexpr (kTo == To::one_word) return own & static_cast<std::uint32_t>(arguments.iterations >> 31);
  if constexpr (kTo == To::one_sector) return own % kWordsOfSector;
  return own;
}

template <To kTo>
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
      const std::uint32_t word = word_of<kTo>(arguments, at & (all - 1));
      asm volatile("red.global.add.u32 [%0], %1;" ::"l"(words + word), "r"(value) : "memory");
      at += step;
    }
  }
  stamped.end();
}

template <To kTo>
__global__ void add_in_shared(Arguments arguments) {
  extern __shared__ __align__(16) std::uint32_t cells[];
  cells[threadIdx.x] = 0;
  StampedBlock stamped(arguments);
  const std::uint32_t value = arguments.never | 1;
  const std::uint32_t word = word_of<kTo>(arguments, threadIdx.x);
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

std::string text_of(To to) {
  if (to == To::one_word) return "one word, ";
  return to == To::one_sector ? "one sector, " : "each lane its own word, set of 8 MiB, ";
}

template <To kTo>
void add_l2(Trials& trials, const Site& site) {
  constexpr std::int64_t kSet = std::int64_t{8} << 20;
  if (site.l2_bytes < 2 * kSet) return;
  for (const auto& [blocks, threads] : {std::pair{2, 256}, {4, 256}, {8, 256}, {2, 1024}}) {
    const double each_warp = kTo == To::one_word ? kWarp : kSectorsOfWarp;
    add_trial(trials, site, add_in_l2<kTo>, text_of(kTo) + shape_text(blocks, threads), blocks, threads,
              kInstructions * threads / kWarp * each_warp, kSet);
  }
}

template <To kTo>
void add_shared(Trials& trials, const Site& site) {
  for (const auto& [blocks, threads] : {std::pair{2, 256}, {4, 256}, {8, 256}, {2, 1024}}) {
    const double each_warp = kTo == To::one_word ? kWarp : 1;
    add_trial(trials, site, add_in_shared<kTo>,
              (kTo == To::one_word ? std::string("one word of a block, ") : "each lane its own bank, ") +
                  shape_text(blocks, threads),
              blocks, threads, kInstructions * threads / kWarp * each_warp, 0,
              static_cast<std::size_t>(threads) * sizeof(std::uint32_t));
  }
}

}  // namespace

Trials atomic_trials(const Site& site, const std::string& probe) {
  Trials trials;
  if (probe == "atomic") add_l2<To::own_words>(trials, site);
  if (probe == "atomic-slice") {
    add_l2<To::one_word>(trials, site);
    add_l2<To::one_sector>(trials, site);
  }
  if (probe == "atomic-shared") add_shared<To::own_words>(trials, site);
  if (probe == "atomic-shared-address") add_shared<To::one_word>(trials, site);
  return trials;
}

}  // namespace rooflens::kernels::ceiling
