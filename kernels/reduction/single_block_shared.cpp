// Host description of reduction/single-block-shared.
#include "kernels/reduction/single_block_shared.hpp"

#include "kernels/reduction/counters.hpp"
#include "kernels/reduction/single.hpp"

namespace rooflens::kernels::reduction {
namespace {

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const BlockCounts counts = sequential_counts(problem["block"]);
  std::vector<ExpectedCounter> counters = strided_counters(problem);
  counters.push_back({counter::kSharedLoads, static_cast<double>(counts.loads)});
  counters.push_back({counter::kSharedStores, static_cast<double>(counts.stores)});
  counters.push_back({counter::kSharedWavefronts, static_cast<double>(counts.wavefronts)});
  counters.push_back({counter::kSharedBytes, static_cast<double>(counts.bytes)});
  counters.push_back({counter::kGlobalStores, 1});
  counters.push_back({counter::kGlobalStoreSectors, 1});
  return counters;
}

}  // namespace

constinit const Kernel single_block_shared{
    .name = "reduction/single-block-shared",
    .family = "reduction",
    .summary = "one block on one SM; its tree lies in shared memory",
    .parameters = kSingleParameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = sum_memory,
    .partner = {"reduction/grid-stride", "one SM at work", "1 block"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::reduction
