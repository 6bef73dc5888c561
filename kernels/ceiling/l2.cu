// Reads that the L2 answers, from a set that fits it; loads keep nothing in L1. Either the set is dealt out, to blocks
// that stay or to blocks that come and go: then SMs with a shorter way to the L2 do more of the work. Or all blocks
// read all of it, each beginning elsewhere: then requests of neighbouring SMs for one line can meet on their way, and
// SMs receive more than the L2 gives out.
#include <algorithm>
#include <array>

#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr std::int64_t kVector = sizeof(uint4);
constexpr std::int64_t kMebi = std::int64_t{1} << 20;

struct CacheGlobal {
  static constexpr const char* name = "ld.cg";
  static __device__ uint4 load(const uint4* from) {
    uint4 v;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(from));
    return v;
  }
};

struct NoAllocate {
  static constexpr const char* name = "ld no_allocate";
  static __device__ uint4 load(const uint4* from) { return load_past_l1(from); }
};

template <typename Load, int kInFlight, bool kSharedLines>
__global__ void read_set(Arguments arguments) {
  StampedBlock stamped(arguments);
  const auto tile = static_cast<std::uint32_t>(blockDim.x * kInFlight);
  const auto all = static_cast<std::uint32_t>(arguments.bytes / kVector / tile);
  const std::uint32_t tiles = kSharedLines ? all : all / gridDim.x;
  const auto* data = reinterpret_cast<const uint4*>(arguments.memory) + threadIdx.x;
  if constexpr (!kSharedLines) data += std::size_t{blockIdx.x} * tiles * tile;
  std::uint32_t at = kSharedLines ? static_cast<std::uint32_t>(std::uint64_t{tiles} * blockIdx.x / gridDim.x) : 0;
  std::uint32_t sum = 0;
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
    for (std::uint32_t i = 0; i < tiles; ++i) {
      const uint4* const from = data + at * tile;
      uint4 v[kInFlight];
#pragma unroll
      for (int k = 0; k < kInFlight; ++k) v[k] = Load::load(from + k * blockDim.x);
#pragma unroll
      for (int k = 0; k < kInFlight; ++k) sum ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
      at = at + 1 == tiles ? 0 : at + 1;
    }
  }
  keep(arguments, sum);
  stamped.end();
}

// A block reads one share of the set and goes; its loads are as far apart as all shares together are wide, so that
// blocks that run at the same time read neighbouring lines.
template <int kLoads>
__global__ void read_share(Arguments arguments) {
  constexpr unsigned int kNotedEvery = 16;  // blocks: with all of them noted, 2 % of the rate were missing
  const bool noted = blockIdx.x % kNotedEvery == 0;
  StampedSm stamped(arguments, noted);
  const auto share = static_cast<std::uint32_t>(kVector * blockDim.x * kLoads);
  const auto shares = static_cast<std::uint32_t>(arguments.bytes / share);
  const std::uint32_t step = shares * blockDim.x;
  const auto* from = reinterpret_cast<const uint4*>(arguments.memory) + blockIdx.x % shares * blockDim.x + threadIdx.x;
  uint4 v[kLoads];  // as many as registers hold of them are in flight
#pragma unroll
  for (int k = 0; k < kLoads; ++k) v[k] = CacheGlobal::load(from + k * step);
  std::uint32_t sum = 0;
#pragma unroll
  for (int k = 0; k < kLoads; ++k) sum ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
  keep(arguments, sum);
  if (noted) stamped.end();
}

struct Shape {
  int blocks, threads;
};
constexpr std::array kShapes{Shape{4, 256}, Shape{8, 256}, Shape{2, 512}, Shape{4, 512}, Shape{2, 1024}};

template <typename Load, int kInFlight, bool kSharedLines>
void add(Trials& trials, const Site& site, std::int64_t bytes) {
  for (const auto& [blocks, threads] : kShapes) {
    const std::int64_t tile = kVector * kInFlight * threads;
    const std::int64_t tiles = bytes / tile / (kSharedLines ? 1 : std::int64_t{blocks} * site.sms);
    if (tiles == 0) continue;
    add_trial(trials, site, read_set<Load, kInFlight, kSharedLines>,
              std::string("16 B ") + Load::name + ", " + std::to_string(kInFlight) + " in flight, " +
                  shape_text(blocks, threads) + ", set of " + std::to_string(bytes / kMebi) + " MiB",
              blocks, threads, static_cast<double>(tiles * tile), bytes);
  }
}

template <int kLoads>
void add_coming_and_going(Trials& trials, const Site& site, std::int64_t bytes) {
  constexpr std::int64_t kBytesPerSm = 150'000'000;  // two milliseconds of an H200
  constexpr int kThreadsPerSm = 2048;
  constexpr int kSharers = 4;  // blocks that read one share at the same time: hardly any requests of so few meet
  for (const int threads : {256, 512}) {
    const std::int64_t share = kVector * kLoads * threads;
    const std::int64_t shares = bytes / share;
    if (kSharers * shares < kThreadsPerSm / threads * site.sms) continue;
    const std::int64_t blocks = kBytesPerSm * site.sms / share;
    add_trial_once(trials, read_share<kLoads>,
                   std::string("16 B ") + CacheGlobal::name + ", " + std::to_string(kLoads) + " a thread, blocks of " +
                       std::to_string(threads) + " threads that come and go, set of " + std::to_string(bytes / kMebi) +
                       " MiB",
                   static_cast<unsigned int>(blocks), threads, static_cast<double>(blocks * share), bytes, 0);
  }
}

template <bool kSharedLines>
Trials trials_of(const Site& site) {
  Trials trials;
  std::int64_t before = 0;
  for (const std::int64_t wish : {4 * kMebi, 8 * kMebi, 16 * kMebi, site.l2_bytes / 3}) {
    const std::int64_t bytes = std::min(wish, site.l2_bytes / 3) / kMebi * kMebi;
    if (bytes <= before) continue;
    before = bytes;
    add<CacheGlobal, 2, kSharedLines>(trials, site, bytes);
    add<CacheGlobal, 4, kSharedLines>(trials, site, bytes);
    add<CacheGlobal, 8, kSharedLines>(trials, site, bytes);
    add<NoAllocate, 4, kSharedLines>(trials, site, bytes);
    for (Trial& trial : bulk_trials(site, bytes, kSharedLines)) trials.push_back(std::move(trial));
    if (kSharedLines) continue;
    add_coming_and_going<4>(trials, site, bytes);
    add_coming_and_going<8>(trials, site, bytes);
    add_coming_and_going<16>(trials, site, bytes);
  }
  return trials;
}

}  // namespace

Trials l2_trials(const Site& site, bool shared_lines) {
  return shared_lines ? trials_of<true>(site) : trials_of<false>(site);
}

}  // namespace rooflens::kernels::ceiling
