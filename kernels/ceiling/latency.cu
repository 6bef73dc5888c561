// What loads in flight draw from DRAM: every thread issues a batch of independent loads, waits for all of them, and
// only then goes on. Blocks stay resident, and walk through the set in turn; or a thread copies a single word and
// exits, as most streams of applications do.
#include <array>

#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr std::int64_t kMebi = std::int64_t{1} << 20;
constexpr int kTimesTheL2 = 8;
constexpr int kWarp = 32;

struct Narrow {
  using Value = std::uint32_t;
  static __device__ Value load(const Value* from) {
    Value v;
    asm volatile("ld.global.L1::no_allocate.u32 %0, [%1];" : "=r"(v) : "l"(from));
    return v;
  }
  static __device__ void store(Value* to, Value v) {
    asm volatile("st.global.u32 [%0], %1;" : : "l"(to), "r"(v) : "memory");
  }
  static __device__ std::uint32_t word(Value v) { return v; }
  static __device__ std::uint32_t fold(std::uint32_t sum, Value v) { return (sum & v) ^ 1; }
};

struct Wide {
  using Value = uint4;
  static __device__ Value load(const Value* from) { return load_past_l1(from); }
  static __device__ void store(Value* to, const Value& v) {
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                 : "memory");
  }
  static __device__ std::uint32_t word(const Value& v) { return v.x; }
  static __device__ std::uint32_t fold(std::uint32_t sum, const Value& v) {
    return ((((sum & v.x) ^ v.y) & v.z) ^ v.w);
  }
};

// Values that every block reads in one walk of the grid through the set: whole rounds, so that no block does more.
[[nodiscard]] __host__ __device__ std::int64_t whole_rounds(std::int64_t values, std::int64_t round) {
  return values / round * round;
}

// A warp's batch lies in one piece, so that the distances of its loads are constants, and the bounds let the compiler
// have a register for each value: otherwise it used some values before it issued the last load. The set is whole
// mebibytes, so `zero` is zero; the compiler does not know, and cannot load the next batch before this one is there.
template <typename Access, int kLoads>
__global__ void __launch_bounds__(1024, 1) batches(Arguments arguments) {
  using Value = typename Access::Value;
  StampedBlock stamped(arguments);
  const std::int64_t tile = std::int64_t{blockDim.x} * kLoads;
  const std::int64_t round = gridDim.x * tile;
  const std::int64_t end = whole_rounds(arguments.bytes / static_cast<std::int64_t>(sizeof(Value)), round);
  const auto zero = static_cast<std::uint32_t>(arguments.bytes) & 0xffU;
  const unsigned int warp = threadIdx.x / kWarp;
  const auto* const data =
      reinterpret_cast<const Value*>(arguments.memory) + std::int64_t{warp} * kWarp * kLoads + threadIdx.x % kWarp;
  std::uint32_t sum = 0;
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
#pragma unroll 1
    for (std::int64_t at = blockIdx.x * tile; at < end; at += round) {
      const Value* const from = data + at + (sum & zero);
      Value v[kLoads];
#pragma unroll
      for (int k = 0; k < kLoads; ++k) v[k] = Access::load(from + k * kWarp);
#pragma unroll
      for (int k = kLoads; k-- > 0;) sum = Access::fold(sum, v[k]);
    }
  }
  keep(arguments, sum);
  stamped.end();
}

constexpr int kCopyThreads = 256;
constexpr int kWalks = 4;

// The first half of the set becomes the second: whole mebibytes, hence whole tiles. The grid walks it kWalks times
// over, so that one launch lasts long enough; two subtractions are soon done, where a division would hold the load up.
template <typename Access>
__global__ void copy_once(Arguments arguments) {
  using Value = typename Access::Value;
  static_assert(kWalks == 4);
  const StampedLife<kCopyThreads> life;
  const auto half = static_cast<std::uint32_t>(arguments.bytes / (2 * static_cast<std::int64_t>(sizeof(Value))));
  const std::uint32_t tiles = half / kCopyThreads;
  std::uint32_t tile = blockIdx.x;
  if (tile >= 2 * tiles) tile -= 2 * tiles;
  if (tile >= tiles) tile -= tiles;
  auto* const from = reinterpret_cast<Value*>(arguments.memory) + tile * kCopyThreads + threadIdx.x;
  const Value v = Access::load(from);
  Access::store(from + half, v);
  life.end(arguments, Access::word(v));
}

// Blocks of an SM, threads of each, and, where threads alone do not keep more blocks off an SM, which part of its
// shared memory a block takes: with what the system keeps of it, one fewer of them fit.
struct Shape {
  int blocks, threads, part;
};
constexpr std::array kShapes{Shape{1, 128, 2}, Shape{1, 512, 2}, Shape{2, 768, 0}, Shape{2, 1024, 0}};

template <typename Access, int kLoads>
void add(LatencySweep& sweep, const Site& site, std::int64_t bytes, std::size_t shared_per_sm) {
  constexpr int kWidth = sizeof(typename Access::Value);
  for (const auto& [blocks, threads, part] : kShapes) {
    const std::int64_t grid = std::int64_t{blocks} * site.sms;
    const std::int64_t read = kWidth * whole_rounds(bytes / kWidth, grid * threads * kLoads);
    const std::size_t shared = part > 0 ? shared_per_sm / static_cast<std::size_t>(part) : 0;
    const std::size_t before = sweep.trials.size();
    add_trial(sweep.trials, site, batches<Access, kLoads>,
              std::to_string(kLoads) + (kLoads == 1 ? " load of " : " loads of ") + std::to_string(kWidth) + " B, " +
                  shape_text(blocks, threads),
              blocks, threads, static_cast<double>(read) / static_cast<double>(grid), bytes, shared);
    if (sweep.trials.size() > before) sweep.in_flight.push_back({blocks * threads, kLoads, kWidth});
  }
}

// As many blocks as an SM holds, or as its shared memory is divided between, where a kilobyte of each part is the
// system's: all threads of an SM that holds 2048, three quarters, half, a quarter and an eighth.
constexpr std::size_t kSystemShared = 1024;
constexpr std::array kCopyBlocks{8, 6, 4, 2, 1};

template <typename Access>
void add_copies(LatencySweep& sweep, std::int64_t bytes, std::size_t shared_per_sm) {
  constexpr int kWidth = sizeof(typename Access::Value);
  const std::int64_t blocks = kWalks * (bytes / 2 / (std::int64_t{kWidth} * kCopyThreads));
  for (const int resident : kCopyBlocks) {
    const bool all = resident == kCopyBlocks.front();
    const std::size_t shared = all ? 0 : shared_per_sm / static_cast<std::size_t>(resident) - kSystemShared;
    const std::size_t before = sweep.trials.size();
    add_trial_once(
        sweep.trials, copy_once<Access>,
        "a load and a store of " + std::to_string(kWidth) + " B a thread, " + shape_text(resident, kCopyThreads),
        static_cast<unsigned int>(blocks), kCopyThreads, static_cast<double>(kWalks * bytes), bytes, shared);
    if (sweep.trials.size() > before) sweep.in_flight.push_back({resident * kCopyThreads, 1, kWidth, true});
  }
}

}  // namespace

LatencySweep latency_sweep(const Site& site) {
  LatencySweep sweep;
  const std::int64_t bytes = kTimesTheL2 * ((site.l2_bytes + kMebi - 1) / kMebi) * kMebi;
  if (bytes > site.memory_bytes) return sweep;
  const auto shared = static_cast<std::size_t>(site.shared_per_sm_bytes);
  add<Wide, 1>(sweep, site, bytes, shared);
  add<Wide, 2>(sweep, site, bytes, shared);
  add<Wide, 4>(sweep, site, bytes, shared);
  add<Wide, 8>(sweep, site, bytes, shared);
  add<Narrow, 1>(sweep, site, bytes, shared);
  add<Narrow, 2>(sweep, site, bytes, shared);
  add<Narrow, 4>(sweep, site, bytes, shared);
  add<Narrow, 8>(sweep, site, bytes, shared);
  add_copies<Wide>(sweep, bytes, shared);
  add_copies<Narrow>(sweep, bytes, shared);
  return sweep;
}

}  // namespace rooflens::kernels::ceiling
