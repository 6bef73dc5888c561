// Host description of histogram/private-global.
#include "kernels/histogram/private_global.hpp"

#include <array>

#include "kernels/histogram/family.hpp"

namespace rooflens::kernels::histogram {
namespace {

constexpr std::array kPrivateParameters{
    kLengthParameter,
    kBinsParameter,
    kInputParameter,
    kBlockParameter,
    Parameter{"copies", "copies of the counts", 64, 1, 1024},
};

models::Work work(const Problem& problem) {
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
std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
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

}  // namespace

constinit const Kernel private_global{
    .name = "histogram/private-global",
    .family = "histogram",
    .summary = "copies of the counts in global memory: fewer blocks meet on one address",
    .parameters = kPrivateParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = memory,
    .partner = {"histogram/private-shared", "copies in global memory", "an L2 round trip an element"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::histogram
