// Host description of sgemm/register-tiled.
#include "kernels/sgemm/register_tiled.hpp"

#include "kernels/sgemm/register_tile.hpp"

namespace rooflens::kernels::sgemm {
namespace {

std::vector<ExpectedCounter> expected(const Problem& problem) {
  const SharedInstructions shared = shared_instructions(problem, 1);
  std::vector<ExpectedCounter> counters = register_tile_counters(problem);
  counters.push_back({counter::kSharedLoads, shared.loads});
  counters.push_back({counter::kSharedStores, shared.stores});
  counters.push_back({counter::kSharedWavefronts, shared.loads + shared.stores});
  return counters;
}

}  // namespace

constinit const Kernel register_tiled{
    .name = "sgemm/register-tiled",
    .family = "sgemm",
    .summary = "C = A B in FP32: 128 x 128 tiles, 8 x 8 sums per thread in registers, double-buffered shared memory",
    .parameters = kFp32Parameters,
    .minimum_compute_capability = {7, 5},
    .work = register_tile_work,
    .device_memory = fp32_memory,
    .partner = {"sgemm/launch-bounds", "low occupancy", "a few registers too many for two resident blocks"},
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::sgemm
