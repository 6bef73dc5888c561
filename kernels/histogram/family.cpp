// What the kernels of histogram are: their parameters, their work, and the counters that follow from their code.
#include "kernels/histogram/family.hpp"

#include <array>

namespace rooflens::kernels::histogram {
namespace {

models::Work atomic_work(const Problem& problem) {
  models::Work work = histogram_work(problem);
  const models::Bytes atomics = float_bytes(static_cast<double>(problem["n"]));
  work.requested.written = work.requested.written + atomics;
  work.ideal_l2.written = work.ideal_l2.written + whole_sectors(atomics);
  return work;
}

constexpr std::array kPrivateParameters{
    kLengthParameter,
    kBinsParameter,
    kInputParameter,
    kBlockParameter,
    Parameter{"copies", "copies of the counts", 64, 1, 1024},
};

models::Work private_global_work(const Problem& problem) {
  models::Work work = histogram_work(problem);
  const models::Bytes atomics = float_bytes(static_cast<double>(problem["n"]));
  const models::Bytes copies = float_bytes(static_cast<double>(problem["copies"] * problem["bins"]));
  work.requested = {work.requested.read + copies, work.requested.written + atomics + copies};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  return work;
}

models::Bytes memory(const Problem& problem) {
  return histogram_memory(problem) + float_bytes(static_cast<double>(problem["copies"] * problem["bins"]));
}

// The last launch reads each copy and writes the counts; a copy begins at a sector when its bins fill whole ones, and
// all lanes of a warp read together when they fill whole warps.
std::vector<ExpectedCounter> private_global_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t bins = problem["bins"];
  const std::int64_t copies = problem["copies"];
  if (bins % kWarpLanes != 0) return {};
  const std::int64_t words = copies * bins;
  return {{counter::kGlobalLoads, static_cast<double>(ceil_div(n, kWarpLanes) + words / kWarpLanes)},
          {counter::kGlobalLoadSectors, static_cast<double>(ceil_div(n, kFloatsPerSector) + words / kFloatsPerSector)},
          {counter::kGlobalStores, static_cast<double>((words + bins) / kWarpLanes)},
          {counter::kGlobalStoreSectors, static_cast<double>((words + bins) / kFloatsPerSector)}};
}

constexpr Kernel kHistogram{.parameters = kParameters, .work = histogram_work, .device_memory = histogram_memory};

}  // namespace

extern constexpr Kernel atomic =
    variant_of(kHistogram, "histogram/atomic", "one thread per element; every atomic goes to global memory")
        .against({"histogram/private-global", "contention", "all blocks on one copy"})
        .with(&Kernel::work, atomic_work)
        .with(&Kernel::expected_counters, single_counters);

extern constexpr Kernel private_global{
    .name = "histogram/private-global",
    .summary = "copies of the counts in global memory: fewer blocks meet on one address",
    .parameters = kPrivateParameters,
    .work = private_global_work,
    .device_memory = memory,
    .counterpart = {"histogram/private-shared", "copies in global memory", "an L2 round trip per element"},
    .expected_counters = private_global_counters,
};

extern constexpr Kernel private_shared =
    variant_of(kHistogram, "histogram/private-shared", "counts of each block in shared memory; one thread per element")
        .against({"histogram/coarsened-interleaved", "short blocks", "1 element per thread"})
        .with(&Kernel::expected_counters, single_counters);

extern constexpr Kernel coarsened_contiguous =
    variant_of(kHistogram, "histogram/coarsened-contiguous",
               "each thread counts consecutive elements, as on a CPU: uncoalesced")
        .against({"histogram/coarsened-interleaved", "uncoalesced loads", "32 instead of 4 sectors per load"});

extern constexpr Kernel coarsened_interleaved =
    variant_of(kHistogram, "histogram/coarsened-interleaved",
               "each thread counts every gridth element in shared memory: coalesced")
        .against({"histogram/aggregated", "contention of equal neighbours", "by the parameter input"})
        .with(&Kernel::expected_counters, strided_counters<1>);

extern constexpr Kernel aggregated =
    variant_of(kHistogram, "histogram/aggregated",
               "each thread adds up runs of equal elements before it adds them to shared memory")
        .with(&Kernel::expected_counters, strided_counters<1>);

extern constexpr Kernel replicated =
    variant_of(kHistogram, "histogram/replicated",
               "a copy of the counts for each lane of a warp, each in a bank of its own")
        .with(&Kernel::expected_counters, strided_counters<4>);

}  // namespace rooflens::kernels::histogram
