// Host description of parallelism/loads-per-thread.
#include "kernels/parallelism/loads_per_thread.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kCopyElements,
    Parameter{"loads", "independent loads a thread", 4, 1, 8},
};

// Every warp copies 32 elements at a time, so whole tiles take an instruction for each; a part of one predicates some.
std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const GlobalAccess access = global_access(n, 1, 0);
  std::vector<ExpectedCounter> expected{{counter::kGlobalLoadSectors, access.sectors},
                                        {counter::kGlobalStoreSectors, access.sectors}};
  if (n % (kBlock * problem["loads"]) == 0) {
    expected.push_back({counter::kGlobalLoads, access.instructions});
    expected.push_back({counter::kGlobalStores, access.instructions});
  }
  return expected;
}

models::Bytes in_flight_per_thread(const Problem& problem) {
  return models::Bytes(static_cast<double>(sizeof(float)) * static_cast<double>(problem["loads"]));
}

}  // namespace

constinit const Kernel loads_per_thread{
    .name = "parallelism/loads-per-thread",
    .family = "parallelism",
    .summary = "out[i] = in[i] with k independent loads a thread: bytes in flight",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<0>,
    .device_memory = device_memory,
    .expected_counters = expected_counters,
    .in_flight_per_thread = in_flight_per_thread,
};

}  // namespace rooflens::kernels::parallelism
