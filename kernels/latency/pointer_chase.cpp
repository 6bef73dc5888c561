// Host description of latency/pointer-chase.
#include "kernels/latency/pointer_chase.hpp"

#include <array>

#include <algorithm>

#include "kernels/latency/family.hpp"

namespace rooflens::kernels::latency {
namespace {

constexpr std::array kParameters{
    Parameter{"footprint", "bytes that the cycle spreads over", std::int64_t{1} << 28, 4096, std::int64_t{1} << 31, 1,
              true},
    Parameter{"steps", "dependent loads", 1 << 16, 1, 1 << 22},
};

constexpr double kPointerBytes = 8;

models::Work work(const Problem& problem) {
  const auto steps = static_cast<double>(problem["steps"]);
  const auto visited = static_cast<double>(std::min(problem["steps"], problem["footprint"] / kNodeBytes));
  models::Work work;
  work.requested = {models::Bytes(kPointerBytes * steps), float_bytes(1)};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  work.compulsory = {models::Bytes(kPointerBytes * visited), float_bytes(1)};
  return work;
}

models::Bytes device_memory(const Problem& problem) {
  return models::Bytes(static_cast<double>(problem["footprint"])) + float_bytes(1);
}

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const auto steps = static_cast<double>(problem["steps"]);
  return {{counter::kGlobalLoads, steps},
          {counter::kGlobalLoadSectors, steps},
          {counter::kGlobalStores, 1},
          {counter::kGlobalStoreSectors, 1}};
}

}  // namespace

constinit const Kernel pointer_chase{
    .name = "latency/pointer-chase",
    .family = "latency",
    .summary = "one thread follows pointers around a random cycle: the latency of L1, L2 or DRAM, by its footprint",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::latency
