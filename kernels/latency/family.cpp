// What the kernels of latency are: their parameters, their work, and the counters that follow from their code.
#include "kernels/latency/family.hpp"

#include <algorithm>
#include <array>

namespace rooflens::kernels::latency {
namespace {

constexpr std::array kPointerChaseParameters{
    Parameter{"footprint", "bytes that the cycle spreads over", std::int64_t{1} << 28, 4096, std::int64_t{1} << 31, 1,
              true},
    Parameter{"steps", "dependent loads", 1 << 16, 1, 1 << 22},
};

constexpr double kPointerBytes = 8;

models::Work pointer_chase_work(const Problem& problem) {
  const auto steps = static_cast<double>(problem["steps"]);
  const auto visited = static_cast<double>(std::min(problem["steps"], problem["footprint"] / kNodeBytes));
  models::Work work;
  work.requested = {models::Bytes(kPointerBytes * steps), float_bytes(1)};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  work.compulsory = {models::Bytes(kPointerBytes * visited), float_bytes(1)};
  return work;
}

models::Bytes pointer_chase_memory(const Problem& problem) {
  return models::Bytes(static_cast<double>(problem["footprint"])) + float_bytes(1);
}

std::vector<ExpectedCounter> pointer_chase_counters(const Problem& problem) {
  const auto steps = static_cast<double>(problem["steps"]);
  return {{counter::kGlobalLoads, steps},
          {counter::kGlobalLoadSectors, steps},
          {counter::kGlobalStores, 1},
          {counter::kGlobalStoreSectors, 1}};
}

constexpr std::array kDependentFmaParameters{kFmasParameter, kBlocksParameter};

constexpr std::array kIndependentFmaParameters{
    kFmasParameter,
    kBlocksParameter,
    Parameter{"ilp", "chains per thread", 4, 1, kMostChains},
};

constexpr Kernel kFmas{.parameters = kDependentFmaParameters,
                       .work = fma_work,
                       .device_memory = fma_memory,
                       .expected_counters = fma_counters};

}  // namespace

extern constexpr Kernel pointer_chase{
    .name = "latency/pointer-chase",
    .summary = "one thread follows pointers around a random cycle: the latency of L1, L2 or DRAM, by its footprint",
    .parameters = kPointerChaseParameters,
    .work = pointer_chase_work,
    .device_memory = pointer_chase_memory,
    .expected_counters = pointer_chase_counters,
};

extern constexpr Kernel dependent_fma =
    variant_of(kFmas, "latency/dependent-fma", "one chain of FMAs per thread, few threads: the latency of an FMA")
        .against({"latency/independent-fma", "dependent instructions", "one chain per thread"});

extern constexpr Kernel independent_fma =
    variant_of(kFmas, "latency/independent-fma", "the same FMAs in several chains: latency hidden inside a thread")
        .with(&Kernel::parameters, kIndependentFmaParameters);

}  // namespace rooflens::kernels::latency
