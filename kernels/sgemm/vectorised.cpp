// Host description of sgemm/vectorised.
#include "kernels/sgemm/vectorised.hpp"

#include "kernels/sgemm/register_tile.hpp"

namespace rooflens::kernels::sgemm {
namespace {

std::vector<ExpectedCounter> expected(const Problem& problem) {
  const SharedInstructions shared = shared_instructions(problem, 4);
  std::vector<ExpectedCounter> counters = register_tile_counters(problem);
  counters.push_back({counter::kSharedLoads, shared.loads});
  counters.push_back({counter::kSharedStores, shared.stores});
  return counters;
}

}  // namespace

constinit const Kernel vectorised{
    .name = "sgemm/vectorised",
    .family = "sgemm",
    .summary = "C = A B in FP32: register-tiled with 16-byte loads from global and shared memory",
    .parameters = kFp32Parameters,
    .minimum_compute_capability = {7, 5},
    .work = register_tile_work,
    .device_memory = fp32_memory,
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::sgemm
