// Host description of parallelism/occupancy.
#include "kernels/parallelism/occupancy.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kCopyElements,
    Parameter{"shared_bytes", "dynamic shared memory a block reserves", 48 * 1024, 0, 227 * 1024},
};

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const GlobalAccess access = global_access(problem["n"], 1, 0);
  return {{counter::kGlobalLoads, access.instructions},
          {counter::kGlobalLoadSectors, access.sectors},
          {counter::kGlobalStores, access.instructions},
          {counter::kGlobalStoreSectors, access.sectors}};
}

}  // namespace

constinit const Kernel occupancy{
    .name = "parallelism/occupancy",
    .family = "parallelism",
    .summary = "out[i] = in[i] in blocks that reserve shared memory: occupancy by choice",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<0>,
    .device_memory = device_memory,
    .expected_counters = expected_counters,
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::parallelism
