// Reads by bulk copies into shared memory (compute capability 9.0 and newer): one thread of a block keeps several
// copies of many KiB in flight and waits for each by a barrier, so that bytes in flight cost no registers.
#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kThreads = 32;

[[maybe_unused]] __device__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// kWholeSet: every block reads the whole working set, beginning at a place of its own; otherwise blocks share it.
template <int kStages, int kChunk, bool kWholeSet>
__global__ void bulk_read(Arguments arguments) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(128) unsigned char buffer[];
  __shared__ __align__(8) unsigned long long barriers[kStages];
  if (threadIdx.x == 0) {
    for (auto& barrier : barriers) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)) : "memory");
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  StampedBlock stamped(arguments);
  if (threadIdx.x == 0) {
    const std::int64_t chunks = arguments.bytes / kChunk;
    const std::int64_t step = kWholeSet ? 1 : gridDim.x;
    const std::int64_t begin = kWholeSet ? chunks * blockIdx.x / gridDim.x : blockIdx.x;
    const std::int64_t each = kWholeSet ? chunks : (chunks - blockIdx.x + gridDim.x - 1) / gridDim.x;
    const std::int64_t total = each * arguments.iterations;
    std::int64_t at = begin;
    std::int64_t in_pass = 0;
    int stage = 0;
    std::uint32_t phase = 1;  // of the copy that used the stage before; the first round waits for none
    for (std::int64_t i = 0; i < total + kStages; ++i) {
      const std::uint32_t barrier = shared_address(&barriers[stage]);
      if (i >= kStages) {
        asm volatile(
            "{ .reg .pred done;\n"
            "WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
            "@!done bra WAIT; }" ::"r"(barrier),
            "r"(phase)
            : "memory");
      }
      if (i < total) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(kChunk) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         shared_address(buffer + stage * kChunk)),
                     "l"(arguments.memory + at * kChunk), "r"(kChunk), "r"(barrier)
                     : "memory");
        at += step;
        if (kWholeSet && at == chunks) at = 0;
        if (++in_pass == each) {
          in_pass = 0;
          at = begin;
        }
      }
      if (++stage == kStages) {
        stage = 0;
        phase ^= 1;
      }
    }
  }
  stamped.end();
#endif
}

template <int kStages, int kChunk, bool kWholeSet>
void add(Trials& trials, const Site& site, std::int64_t bytes, int blocks) {
  // Each copy in flight is of another place.
  if (!kWholeSet && bytes < std::int64_t{kStages} * kChunk * blocks * site.sms) return;
  const std::int64_t set = bytes / kChunk * kChunk;
  const auto moved = static_cast<double>(set) / (kWholeSet ? 1 : blocks * site.sms);
  add_trial(trials, site, bulk_read<kStages, kChunk, kWholeSet>,
            "bulk copies of " + std::to_string(kChunk / 1024) + " KiB, " + std::to_string(kStages) + " in flight, " +
                shape_text(blocks, kThreads) +
                (kWholeSet ? ", set of " + std::to_string(bytes >> 20) + " MiB" : std::string()),
            blocks, kThreads, moved, bytes, std::size_t{kStages} * kChunk);
}

template <bool kWholeSet>
void add_all(Trials& trials, const Site& site, std::int64_t bytes) {
  add<8, 4096, kWholeSet>(trials, site, bytes, 2);
  add<16, 4096, kWholeSet>(trials, site, bytes, 2);
  add<4, 8192, kWholeSet>(trials, site, bytes, 4);
  add<8, 8192, kWholeSet>(trials, site, bytes, 2);
  add<4, 16384, kWholeSet>(trials, site, bytes, 2);
  add<6, 16384, kWholeSet>(trials, site, bytes, 2);
  add<6, 32768, kWholeSet>(trials, site, bytes, 1);
}

}  // namespace

Trials bulk_trials(const Site& site, std::int64_t bytes, bool whole_set_by_each_block) {
  Trials trials;
  if (site.major < 9) return trials;
  if (whole_set_by_each_block) {
    add_all<true>(trials, site, bytes);
  } else {
    add_all<false>(trials, site, bytes);
  }
  return trials;
}

}  // namespace rooflens::kernels::ceiling
