// Host description of sgemm/tiled.
#include "kernels/sgemm/tiled.hpp"

#include "kernels/counter_names.hpp"
#include "kernels/sgemm/family.hpp"

namespace rooflens::kernels::sgemm {
namespace {

models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  models::Work work;
  work.operations[models::Precision::fp32] = multiply_adds(n);
  work.requested = tiled_traffic(n, kTile, 4);
  work.ideal_l2 = work.requested;
  work.compulsory = compulsory_traffic(n, 4);
  return work;
}

// Whole tiles: a multiply-add for each of their elements. Of A's row, which all lanes share, a warp reads four elements
// at a time; of B's rows one.
std::vector<ExpectedCounter> expected(const Problem& problem) {
  const auto tiles = static_cast<double>(ceil_div(problem["n"], kTile));
  const double warp_slices = tiles * tiles * tiles * kTile;
  std::vector<ExpectedCounter> counters{{counter::kFfma, warp_slices * kTile * kTile},
                                        {counter::kSharedLoads, warp_slices * (kTile / 4 + kTile)},
                                        {counter::kSharedStores, warp_slices * 2}};
  if (problem["n"] % kTile != 0) return counters;
  const models::Traffic traffic = work(problem).requested;
  counters.push_back({counter::kGlobalLoadSectors, traffic.read.value() / kSectorBytes});
  counters.push_back({counter::kGlobalStoreSectors, traffic.written.value() / kSectorBytes});
  return counters;
}

}  // namespace

constinit const Kernel tiled{
    .name = "sgemm/tiled",
    .family = "sgemm",
    .summary = "C = A B in FP32: 32 x 32 tiles in shared memory: a thirty-second of the global reads",
    .parameters = kFp32Parameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = fp32_memory,
    .partner = {"sgemm/register-tiled", "no reuse in registers", "40 shared loads for 32 multiply-adds"},
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::sgemm
