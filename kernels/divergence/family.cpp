// What the kernels of divergence are: their parameters, their work, and the counters that follow from their code.
#include "kernels/divergence/family.hpp"

#include <array>

namespace rooflens::kernels::divergence {
namespace {

constexpr std::array kLanesParameters{kElements, kRounds,
                                      Parameter{"lanes", "lanes of a warp that take an element", 8, 1, 32}};

// A warp takes `lanes` elements in a row, which need not begin with a sector.
ExpectedCounters lanes_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t lanes = problem["lanes"];
  const std::int64_t whole = n / lanes;
  const std::int64_t sectors = segment_sectors(whole, lanes, lanes) + segment_sectors(1, 0, n % lanes, whole * lanes);
  const std::int64_t warps = ceil_div(n, lanes);
  return {expect(counter::kGlobalLoads, warps), expect(counter::kGlobalStores, warps),
          expect(counter::kGlobalLoadSectors, sectors), expect(counter::kGlobalStoreSectors, sectors),
          expect(counter::kFfma, n * problem["rounds"])};
}

/// 2 x 512 MiB by default: far more than any L2 holds.
constexpr std::array kStreamedParameters{
    Parameter{"n", "elements", std::int64_t{1} << 27, 1, std::int64_t{1} << 33},
    Parameter{"rounds", "multiply-adds per element", 1, 1, 1 << 16},
    Parameter{.name = "paths",
              .summary = "ways that the lanes of a warp go",
              .default_value = 4,
              .minimum = 1,
              .maximum = 32,
              .power_of_two = true},
};

ExpectedCounters streamed_paths_counters(const Problem& problem) {
  return with(contiguous_float4(problem["n"], 1, 1), {expect(counter::kFfma, problem["n"] * problem["rounds"])});
}

constexpr std::array kHandshakeParameters{
    kElements, Parameter{"rounds", "multiply-adds of each of the two halves per element", 16, 1, 1 << 16}};

std::int64_t multiply_adds(const Problem& problem) { return 2 * problem["n"] * problem["rounds"]; }

models::Work independent_scheduling_work(const Problem& problem) {
  return chain_work(problem["n"], multiply_adds(problem));
}

constexpr Kernel kChain{
    .parameters = kParameters, .work = even_work, .device_memory = two_arrays, .expected_counters = even_counters};

}  // namespace

extern constexpr Kernel uniform =
    variant_of(kChain, "divergence/uniform", "one chain for all: every lane of every warp works");

extern constexpr Kernel warp_parity =
    variant_of(kChain, "divergence/warp-parity", "chain A for even warps, B for odd ones: a branch, but no divergence");

extern constexpr Kernel thread_parity =
    variant_of(kChain, "divergence/thread-parity",
               "chain A for even threads, B for odd ones: every warp goes both ways")
        .against({"divergence/warp-parity", "divergence", "16 of 32 lanes"});

extern constexpr Kernel lanes =
    variant_of(kChain, "divergence/lanes", "the chain of uniform by warps of which only `lanes` lanes work")
        .against({"divergence/uniform", "divergence", "lanes"})
        .with(&Kernel::parameters, kLanesParameters)
        .with(&Kernel::expected_counters, lanes_counters);

extern constexpr Kernel loop_by_warp =
    variant_of(kChain, "divergence/loop-by-warp",
               "all lanes of warp w loop w % 32 times: the loops of loop-imbalance, sorted by length")
        .with(&Kernel::parameters, kLoopParameters)
        .with(
            &Kernel::work,
            [](const Problem& problem) { return chain_work(problem["n"], sum_by_warp(problem["n"], problem["step"])); })
        .with(&Kernel::expected_counters, [](const Problem& problem) {
          return chain_counters(problem["n"], sum_by_warp(problem["n"], problem["step"]));
        });

extern constexpr Kernel loop_imbalance =
    variant_of(kChain, "divergence/loop-imbalance", "lane l loops l times: the warp takes as long as its last lane")
        .against({"divergence/loop-by-warp", "divergence", "15.5 of 31 turns"})
        .with(&Kernel::parameters, kLoopParameters)
        .with(
            &Kernel::work,
            [](const Problem& problem) { return chain_work(problem["n"], sum_by_lane(problem["n"], problem["step"])); })
        .with(&Kernel::expected_counters, [](const Problem& problem) {
          return chain_counters(problem["n"], sum_by_lane(problem["n"], problem["step"]));
        });

extern constexpr Kernel predicated =
    variant_of(kChain, "divergence/predicated",
               "even and odd lanes take different paths, by predicates instead of branches")
        .against({"divergence/uniform", "predication", "16 of 32 lanes"});

extern constexpr Kernel streamed_paths =
    variant_of(kChain, "divergence/streamed-paths",
               "a stream with a little arithmetic on diverging paths that DRAM hides")
        .with(&Kernel::parameters, kStreamedParameters)
        .with(&Kernel::expected_counters, streamed_paths_counters)
        .with(&Kernel::in_flight_per_thread, always_in_flight<16>);

extern constexpr Kernel independent_scheduling =
    variant_of(kChain, "divergence/independent-scheduling",
               "two halves of a warp hand elements to each other and wait: ends only where lanes are scheduled "
               "independently")
        .with(&Kernel::parameters, kHandshakeParameters)
        .with(&Kernel::work, independent_scheduling_work)
        .with(&Kernel::expected_counters, [](const Problem& problem) -> ExpectedCounters {
          return {expect(counter::kFfma, multiply_adds(problem))};
        });

}  // namespace rooflens::kernels::divergence
