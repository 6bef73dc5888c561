// A point of a design space on the device: one kernel with its launch, and what an iteration of it does. All kernels
// here take the same arguments, and note cycles and nanoseconds of every block that is resident for the whole launch,
// or of every SM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/ceiling/prober.hpp"
#include "kernels/device/check.cuh"

namespace rooflens::kernels::ceiling {

/// When a block or an SM ran, by the SM's cycles and by the nanoseconds of the whole device.
struct Stamp {
  unsigned long long begin_cycles, end_cycles;
  unsigned long long begin_ns, end_ns;
  unsigned long long slack_ns;  ///< at most so far apart were its two clocks read, both ends together
  unsigned long long lived_ns;  ///< of an SM whose blocks come and go: their lifetimes together; 0: not noted
};

/// Arguments::never. Kernels make numbers of it that a compiler must not know.
inline constexpr std::uint32_t kNever = 0x9e3779b9U;

struct Arguments {
  std::byte* memory;       ///< the working set, filled with random bits
  std::int64_t bytes;      ///< of the working set
  int iterations;          ///< over it, or of the arithmetic loop
  std::uint32_t never;     ///< hardly a result is this: stores that depend on it are kept, and hardly ever done
  std::uint32_t* nowhere;  ///< where they go
  Stamp* stamps;           ///< one a block, or one an SM; all zero before the launch
};

struct Trial {
  std::string text;  ///< for people
  void (*kernel)(Arguments);
  unsigned int blocks;
  unsigned int threads;
  std::size_t dynamic_shared_bytes;
  std::int64_t bytes;  ///< of the working set; 0 = none
  double work;         ///< of one iteration of the whole grid
  bool once = false;   ///< exactly one iteration, by blocks that come and go
};

using Trials = std::vector<Trial>;

/// What a design space depends on.
struct Site {
  int sms;
  int major, minor;  ///< compute capability
  std::int64_t l2_bytes;
  std::int64_t memory_bytes;  ///< of the working set for DRAM: many times the L2
  std::int64_t shared_per_sm_bytes;
};

/// Trials of a sweep, and what each has in flight.
struct LatencySweep {
  Trials trials;
  std::vector<InFlight> in_flight;
};

/// "4 blocks of 256 threads an SM"
[[nodiscard]] inline std::string shape_text(int blocks, int threads) {
  return std::to_string(blocks) + (blocks == 1 ? " block of " : " blocks of ") + std::to_string(threads) +
         " threads per SM";
}

/// Appends a trial of `blocks_per_sm` resident blocks, unless an SM cannot hold so many: a second wave would wait for
/// the first. `work` is that of an iteration of one block.
void add_trial(Trials& trials, const Site& site, void (*kernel)(Arguments), const std::string& text, int blocks_per_sm,
               int threads, double work, std::int64_t bytes = 0, std::size_t dynamic_shared_bytes = 0);

/// Appends a trial of blocks that come and go, `blocks` in all, unless one of them does not fit on an SM. `work` is
/// that of the whole grid.
void add_trial_once(Trials& trials, void (*kernel)(Arguments), const std::string& text, unsigned int blocks,
                    int threads, double work, std::int64_t bytes, std::size_t dynamic_shared_bytes);

#ifdef __CUDACC__

[[nodiscard]] __device__ inline unsigned long long nanoseconds_now() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

/// Construct before the work, end() after it, by all threads of the block.
class StampedBlock {
 public:
  __device__ explicit StampedBlock(const Arguments& arguments) : stamp_(arguments.stamps + blockIdx.x) {
    if (threadIdx.x == 0) {
      stamp_->begin_ns = nanoseconds_now();
      stamp_->begin_cycles = static_cast<unsigned long long>(clock64());
      stamp_->slack_ns = nanoseconds_now() - stamp_->begin_ns;
    }
    __syncthreads();
  }
  __device__ void end() {
    __syncthreads();
    if (threadIdx.x == 0) {
      const unsigned long long before = nanoseconds_now();
      stamp_->end_cycles = static_cast<unsigned long long>(clock64());
      stamp_->end_ns = nanoseconds_now();
      stamp_->slack_ns += stamp_->end_ns - before;
    }
  }

 private:
  Stamp* stamp_;
};

/// The same of an SM whose blocks come and go: of those that are `noted` the first notes the beginning, each a possible
/// end; the others leave end() out.
class StampedSm {
 public:
  __device__ explicit StampedSm(const Arguments& arguments, bool noted = true) {
    if (!noted) return;
    unsigned int sm;
    asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
    stamp_ = arguments.stamps + sm;
    if (threadIdx.x == 0 && atomicCAS(&stamp_->begin_ns, 0ULL, 1ULL) == 0) {
      const unsigned long long before = nanoseconds_now();
      stamp_->begin_cycles = static_cast<unsigned long long>(clock64());
      stamp_->begin_ns = nanoseconds_now();
      stamp_->slack_ns = stamp_->begin_ns - before;
    }
  }
  __device__ void end() {
    if (threadIdx.x == 0) {
      atomicMax(&stamp_->end_cycles, static_cast<unsigned long long>(clock64()));
      atomicMax(&stamp_->end_ns, nanoseconds_now());
    }
  }

 private:
  Stamp* stamp_ = nullptr;
};

/// How long the blocks of an SM live that come and go, all together, by one warp of each: every warp of the block in
/// turn, so that none of them counts for more than the others. Construct before the work, end() after it, by all of the
/// block's kThreads threads. Neither waits for memory.
template <int kThreads>
class StampedLife {
 public:
  __device__ StampedLife() : begin_(now()) {}
  /// `result` is what the work waits for last: the clock cannot be read before it is there. A block whose result is
  /// Arguments::never, hardly one, is left out.
  __device__ void end(const Arguments& arguments, std::uint32_t result) const {
    constexpr unsigned int kWarp = 32;
    if (threadIdx.x != blockIdx.x % (kThreads / kWarp) * kWarp || result == arguments.never) return;
    unsigned int sm;
    asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
    atomicAdd(&arguments.stamps[sm].lived_ns, static_cast<unsigned long long>(now() - begin_));
  }

 private:
  // The lower half alone is one instruction, and wraps after four seconds.
  [[nodiscard]] static __device__ std::uint32_t now() {
    std::uint32_t ns;
    asm volatile("mov.u32 %0, %globaltimer_lo;" : "=r"(ns));
    return ns;
  }

  std::uint32_t begin_;
};

/// Makes a result matter to the compiler.
__device__ inline void keep(const Arguments& arguments, std::uint32_t result) {
  if (result == arguments.never) *arguments.nowhere = result;
}

/// Four words that L1 does not keep.
[[nodiscard]] __device__ inline uint4 load_past_l1(const uint4* from) {
  uint4 v;
  asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from));
  return v;
}

/// A number that looks random, from its argument.
[[nodiscard]] __host__ __device__ inline std::uint32_t scrambled(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ x >> 16;
}

#endif

[[nodiscard]] Trials dram_trials(const Site& site, const std::string& probe);
[[nodiscard]] LatencySweep latency_sweep(const Site& site);
/// Of lines that no two SMs share, or of a set that all of them read.
[[nodiscard]] Trials l2_trials(const Site& site, bool shared_lines);
[[nodiscard]] Trials l1_trials(const Site& site);
[[nodiscard]] Trials shared_trials(const Site& site);
[[nodiscard]] Trials bulk_trials(const Site& site, std::int64_t bytes, bool whole_set_by_each_block);
[[nodiscard]] Trials floating_trials(const Site& site, const std::string& probe);
[[nodiscard]] Trials lsu_trials(const Site& site);
[[nodiscard]] Trials atomic_trials(const Site& site, const std::string& probe);
[[nodiscard]] Trials integer_trials(const Site& site, const std::string& probe);
[[nodiscard]] Trials warp_matrix_trials(const Site& site, const std::string& probe);
[[nodiscard]] Trials warpgroup_matrix_trials(const Site& site, const std::string& probe);

}  // namespace rooflens::kernels::ceiling
