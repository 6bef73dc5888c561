// What loads, stores, shuffles and atomics share on their way to L1: one warp instruction after the other, of which
// none takes more than one pass through the data stage.
#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kThreads = 256;
constexpr int kChains = 8;
constexpr int kInstructions = 128;  // of a thread in an iteration

struct Shuffle {
  static constexpr const char* name = "shuffles";
  static __device__ void step(std::uint32_t& x, std::uint32_t) {
    asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;" : "+r"(x));
  }
};

// All lanes read one word. Volatile: of loads that it sees repeated the assembler keeps one.
struct Broadcast {
  static constexpr const char* name = "loads of one shared word";
  static __device__ void step(std::uint32_t& x, std::uint32_t cells) {
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(cells));
  }
};

struct StoreWords {
  static constexpr const char* name = "stores to shared memory";
  static __device__ void step(std::uint32_t& x, std::uint32_t cells) {
    asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(cells + 4 * threadIdx.x), "r"(x) : "memory");
  }
};

template <class Kind>
__global__ void __launch_bounds__(kThreads) repeat(Arguments arguments) {
  __shared__ std::uint32_t cells[kThreads];
  cells[threadIdx.x] = arguments.never;
  StampedBlock stamped(arguments);
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(cells));
  std::uint32_t x[kChains];
#pragma unroll
  for (int i = 0; i < kChains; ++i) x[i] = threadIdx.x * (i + 1) + arguments.never;  // of each lane its own
#pragma unroll 1
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
#pragma unroll
    for (int step = 0; step < kInstructions / kChains; ++step) {
#pragma unroll
      for (int i = 0; i < kChains; ++i) Kind::step(x[i], address);
    }
  }
  std::uint32_t sum = cells[threadIdx.x];
#pragma unroll
  for (int i = 0; i < kChains; ++i) sum ^= x[i];
  keep(arguments, sum);
  stamped.end();
}

template <class Kind>
void add(Trials& trials, const Site& site) {
  for (const int blocks : {2, 4, 8}) {
    add_trial(trials, site, repeat<Kind>, std::string(Kind::name) + ", " + shape_text(blocks, kThreads), blocks,
              kThreads, double{kInstructions} * kThreads / 32);
  }
}

}  // namespace

Trials lsu_trials(const Site& site) {
  Trials trials;
  add<Shuffle>(trials, site);
  add<Broadcast>(trials, site);
  add<StoreWords>(trials, site);
  return trials;
}

}  // namespace rooflens::kernels::ceiling
