// Host description of reduction/global-naive.
#include "kernels/reduction/global_naive.hpp"

#include <algorithm>

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {
namespace {

// Threads that load in[i], and those that also load in[i + s], at stride s; and how many of such threads there are when
// at most one in `group` elements counts.
std::int64_t first_loads(std::int64_t n, std::int64_t s, std::int64_t group) {
  return ceil_div(n, std::max(group, 2 * s));
}
std::int64_t second_loads(std::int64_t n, std::int64_t s, std::int64_t group) {
  return ceil_div(n - s, std::max(group, 2 * s));
}

// Calls visit(s) for the stride of each launch; one element takes a launch too, which adds nothing.
template <typename Visit>
void for_each_stride(std::int64_t n, Visit visit) {
  for (std::int64_t s = 1; s < std::max<std::int64_t>(n, 2); s *= 2) visit(s);
}

models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  models::Work work = sum_work(problem);
  std::int64_t loads = 0;
  for_each_stride(n, [&](std::int64_t s) { loads += first_loads(n, s, 1) + second_loads(n, s, 1); });
  work.requested = {float_bytes(static_cast<double>(loads)), float_bytes(static_cast<double>(n))};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  return work;
}

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  std::int64_t loads = 0;
  std::int64_t stores = 1;  // the sum
  std::int64_t load_sectors = 0;
  std::int64_t store_sectors = 1;
  for_each_stride(n, [&](std::int64_t s) {
    loads += first_loads(n, s, kWarpLanes) + second_loads(n, s, kWarpLanes);
    stores += second_loads(n, s, kWarpLanes);
    load_sectors += first_loads(n, s, kFloatsPerSector) + second_loads(n, s, kFloatsPerSector);
    store_sectors += second_loads(n, s, kFloatsPerSector);
  });
  return {{counter::kGlobalLoads, static_cast<double>(loads)},
          {counter::kGlobalStores, static_cast<double>(stores)},
          {counter::kGlobalLoadSectors, static_cast<double>(load_sectors)},
          {counter::kGlobalStoreSectors, static_cast<double>(store_sectors)},
          {counter::kFadd, static_cast<double>(n - 1)}};
}

}  // namespace

constinit const Kernel global_naive{
    .name = "reduction/global-naive",
    .family = "reduction",
    .summary = "a launch for each stride, in place in global memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = sum_memory,
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::reduction
