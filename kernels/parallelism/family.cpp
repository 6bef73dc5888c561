// What the kernels of parallelism are: their parameters, their work, and the counters that follow from their code.
#include "kernels/parallelism/family.hpp"

#include <array>

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kLoadsPerThreadParameters{
    kCopyElements,
    Parameter{"loads", "independent loads per thread", 4, 1, 8},
};

// Every warp copies 32 elements at a time, so whole tiles take an instruction for each; a part of one predicates some.
std::vector<ExpectedCounter> loads_per_thread_counters(const Problem& problem) {
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

constexpr std::array kOccupancyParameters{
    kCopyElements,
    Parameter{"shared_bytes", "dynamic shared memory that a block reserves", 48 * 1024, 0, 227 * 1024},
};

std::vector<ExpectedCounter> occupancy_counters(const Problem& problem) {
  const GlobalAccess access = global_access(problem["n"], 1, 0);
  return {{counter::kGlobalLoads, access.instructions},
          {counter::kGlobalLoadSectors, access.sectors},
          {counter::kGlobalStores, access.instructions},
          {counter::kGlobalStoreSectors, access.sectors}};
}

constexpr std::array kWavesParameters{
    kChainElements,
    Parameter{"waves", "hundredths of a full wave of blocks", 105, 105, 800},
};

constexpr std::array kBlockSizeParameters{
    kChainElements,
    Parameter{"block", "threads per block", 48, 32, 1024},
};

constexpr std::array kFmaParameters{kChainElements};

constexpr std::array kMultiplyAddParameters{
    kChainElements,
    Parameter{"fused", "multiply-adds of 512 that are FMAs", 0, 0, 384, 128},
};

std::vector<ExpectedCounter> multiply_add_counters(const Problem& problem) {
  const auto fused = static_cast<double>(problem["fused"] * problem["n"]);
  const auto each = static_cast<double>((kChainFmas - problem["fused"]) * problem["n"]);
  return {{counter::kFfma, fused}, {counter::kFadd, each}, {counter::kFmul, each}};
}

constexpr std::array kSpillParameters{kValuesElements};

constexpr Kernel kCopy{.work = work<0>, .device_memory = two_arrays};
constexpr Kernel kChain{.parameters = kFmaParameters,
                        .work = work<2 * kChainFmas>,
                        .device_memory = two_arrays,
                        .expected_counters = fma_counters<kChainFmas>};
constexpr Kernel kSpill{.parameters = kSpillParameters,
                        .work = work<2 * kValues * kRounds>,
                        .device_memory = two_arrays,
                        .expected_counters = fma_counters<kValues * kRounds>};

}  // namespace

extern constexpr Kernel loads_per_thread =
    variant_of(kCopy, "parallelism/loads-per-thread",
               "out[i] = in[i] with k independent loads per thread: bytes in flight")
        .with(&Kernel::parameters, kLoadsPerThreadParameters)
        .with(&Kernel::expected_counters, loads_per_thread_counters)
        .with(&Kernel::in_flight_per_thread, in_flight_per_thread);

extern constexpr Kernel occupancy =
    variant_of(kCopy, "parallelism/occupancy",
               "out[i] = in[i] in blocks that reserve shared memory: occupancy by choice")
        .with(&Kernel::parameters, kOccupancyParameters)
        .with(&Kernel::expected_counters, occupancy_counters)
        .with(&Kernel::in_flight_per_thread, always_in_flight<4>);

extern constexpr Kernel waves =
    variant_of(kChain, "parallelism/waves", "the same work in w waves of equal blocks: the last one leaves SMs idle")
        .against({"parallelism/fma", "tail", "parameter waves"})
        .with(&Kernel::parameters, kWavesParameters);

extern constexpr Kernel block_size =
    variant_of(kChain, "parallelism/block-size",
               "the same work in blocks of any size: a last warp of few lanes costs a whole one")
        .against({"parallelism/fma", "idle lanes", "parameter block"})
        .with(&Kernel::parameters, kBlockSizeParameters);

extern constexpr Kernel fma =
    variant_of(kChain, "parallelism/fma", "512 FMAs per element: two operations per instruction");

extern constexpr Kernel multiply_add =
    variant_of(
        kChain, "parallelism/multiply-add",
        "the same as fma, but for `fused` of 512, in multiplications and additions: one operation per instruction")
        .against({"parallelism/fma", "FMA mix", "parameter fused"})
        .with(&Kernel::parameters, kMultiplyAddParameters)
        .with(&Kernel::expected_counters, multiply_add_counters);

extern constexpr Kernel no_spill = variant_of(kSpill, "parallelism/no-spill", "64 values per thread, all in registers");

extern constexpr Kernel register_spill =
    variant_of(kSpill, "parallelism/register-spill",
               "the same in at most 32 registers: values are spilled to local memory")
        .against({"parallelism/no-spill", "register spills", "64 values in 32 registers"})
        .with(&Kernel::spills, true);

}  // namespace rooflens::kernels::parallelism
