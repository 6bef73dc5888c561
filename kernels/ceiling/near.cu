// Reads that L1 or shared memory answers: all warps read the same few KiB over and over, lanes side by side. Two halves
// take turns by a step that the compiler does not know: loads that it sees repeated it would do once.
#include <type_traits>

#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kLoads = 4;  // a thread's in one half

template <int kWords>
struct Words {
  std::uint32_t v[kWords];
  [[nodiscard]] __device__ std::uint32_t sum() const {
    std::uint32_t all = v[0];
#pragma unroll
    for (int i = 1; i < kWords; ++i) all ^= v[i];
    return all;
  }
};

#define ROOFLENS_LOAD(SPACE, CONSTRAINT, w, from)                                                            \
  if constexpr (kWords == 1) {                                                                               \
    asm volatile("ld." SPACE ".u32 %0, [%1];" : "=r"((w).v[0]) : CONSTRAINT(from));                          \
  } else if constexpr (kWords == 2) {                                                                        \
    asm volatile("ld." SPACE ".v2.u32 {%0, %1}, [%2];" : "=r"((w).v[0]), "=r"((w).v[1]) : CONSTRAINT(from)); \
  } else {                                                                                                   \
    asm volatile("ld." SPACE ".v4.u32 {%0, %1, %2, %3}, [%4];"                                               \
                 : "=r"((w).v[0]), "=r"((w).v[1]), "=r"((w).v[2]), "=r"((w).v[3])                            \
                 : CONSTRAINT(from));                                                                        \
  }

struct L1 {
  using Address = const std::byte*;
  static constexpr bool shared = false;
  template <int kWords>
  static __device__ Words<kWords> load(Address from) {
    Words<kWords> w;
    ROOFLENS_LOAD("global.ca", "l", w, from)
    return w;
  }
};

struct Shared {
  using Address = std::uint32_t;
  static constexpr bool shared = true;
  template <int kWords>
  static __device__ Words<kWords> load(Address from) {
    Words<kWords> w;
    ROOFLENS_LOAD("shared", "r", w, from)
    return w;
  }
};

template <typename Space, int kWords, int kThreads>
__global__ void __launch_bounds__(kThreads) read_near(Arguments arguments) {
  constexpr std::uint32_t kStep = kThreads * kWords * sizeof(std::uint32_t);
  constexpr std::uint32_t kHalf = kLoads * kStep;
  typename Space::Address base;
  if constexpr (Space::shared) {
    extern __shared__ __align__(16) std::uint32_t cells[];
    for (std::uint32_t i = threadIdx.x; i < 2 * kHalf / sizeof(std::uint32_t); i += kThreads) cells[i] = scrambled(i);
    base = static_cast<std::uint32_t>(__cvta_generic_to_shared(cells));
  } else {
    base = arguments.memory;
  }
  StampedBlock stamped(arguments);
  const auto step = static_cast<std::uint32_t>(arguments.bytes / 2);  // kHalf
  std::uint32_t at = threadIdx.x * kWords * sizeof(std::uint32_t);
  std::uint32_t sum = 0;
#pragma unroll 4
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
    Words<kWords> words[kLoads];
#pragma unroll
    for (int i = 0; i < kLoads; ++i) words[i] = Space::template load<kWords>(base + at + i * kStep);
#pragma unroll
    for (int i = 0; i < kLoads; ++i) sum ^= words[i].sum();
    at = (at + step) % (2 * kHalf);
  }
  keep(arguments, sum);
  stamped.end();
}

template <typename Space, int kWords, int kThreads>
void add(Trials& trials, const Site& site) {
  constexpr std::int64_t kSet = 2LL * kLoads * kThreads * kWords * sizeof(std::uint32_t);
  for (const int blocks : {2048 / kThreads, 1024 / kThreads, 512 / kThreads}) {
    if (blocks < 1) continue;
    add_trial(trials, site, read_near<Space, kWords, kThreads>,
              std::to_string(4 * kWords) + " B loads, " + std::to_string(kLoads) + " in flight, " +
                  shape_text(blocks, kThreads) + ", set of " + std::to_string(kSet / 1024) + " KiB",
              blocks, kThreads, kSet / 2.0, kSet, Space::shared ? kSet : 0);
  }
}

template <typename Space>
Trials trials_of(const Site& site) {
  Trials trials;
  add<Space, 1, 256>(trials, site);
  add<Space, 1, 512>(trials, site);
  add<Space, 2, 256>(trials, site);
  add<Space, 2, 512>(trials, site);
  add<Space, 4, 128>(trials, site);
  add<Space, 4, 256>(trials, site);
  return trials;
}

}  // namespace

Trials l1_trials(const Site& site) { return trials_of<L1>(site); }
Trials shared_trials(const Site& site) { return trials_of<Shared>(site); }

}  // namespace rooflens::kernels::ceiling
