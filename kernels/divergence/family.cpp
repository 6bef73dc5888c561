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
  ExpectedCounters counters = contiguous_float4(problem["n"], 1, 1);
  counters.push_back(expect(counter::kFfma, problem["n"] * problem["rounds"]));
  return counters;
}

constexpr std::array kHandshakeParameters{
    kElements, Parameter{"rounds", "multiply-adds of each of the two halves per element", 16, 1, 1 << 16}};

std::int64_t multiply_adds(const Problem& problem) { return 2 * problem["n"] * problem["rounds"]; }

models::Work independent_scheduling_work(const Problem& problem) {
  return chain_work(problem["n"], multiply_adds(problem));
}

}  // namespace

extern constexpr Kernel uniform{
    .name = "divergence/uniform",
    .summary = "one chain for all: every lane of every warp works",
    .parameters = kParameters,
    .work = even_work,
    .device_memory = two_arrays,
    .expected_counters = even_counters,
};

extern constexpr Kernel warp_parity{
    .name = "divergence/warp-parity",
    .summary = "chain A for even warps, B for odd ones: a branch, but no divergence",
    .parameters = kParameters,
    .work = even_work,
    .device_memory = two_arrays,
    .expected_counters = even_counters,
};

extern constexpr Kernel thread_parity{
    .name = "divergence/thread-parity",
    .summary = "chain A for even threads, B for odd ones: every warp goes both ways",
    .parameters = kParameters,
    .work = even_work,
    .device_memory = two_arrays,
    .counterpart = {.name = "divergence/warp-parity", .cause = "divergence", .severity = "16 of 32 lanes"},
    .expected_counters = even_counters,
};

extern constexpr Kernel lanes{
    .name = "divergence/lanes",
    .summary = "the chain of uniform by warps of which only `lanes` lanes work",
    .parameters = kLanesParameters,
    .work = even_work,
    .device_memory = two_arrays,
    .counterpart = {.name = "divergence/uniform", .cause = "divergence", .severity = "lanes"},
    .expected_counters = lanes_counters,
};

extern constexpr Kernel loop_by_warp{
    .name = "divergence/loop-by-warp",
    .summary = "all lanes of warp w loop w % 32 times: the loops of loop-imbalance, sorted by length",
    .parameters = kLoopParameters,
    .work = [](const Problem& problem) { return chain_work(problem["n"], sum_by_warp(problem["n"], problem["step"])); },
    .device_memory = two_arrays,
    .expected_counters =
        [](const Problem& problem) { return chain_counters(problem["n"], sum_by_warp(problem["n"], problem["step"])); },
};

extern constexpr Kernel loop_imbalance{
    .name = "divergence/loop-imbalance",
    .summary = "lane l loops l times: the warp takes as long as its last lane",
    .parameters = kLoopParameters,
    .work = [](const Problem& problem) { return chain_work(problem["n"], sum_by_lane(problem["n"], problem["step"])); },
    .device_memory = two_arrays,
    .counterpart = {.name = "divergence/loop-by-warp", .cause = "divergence", .severity = "15.5 of 31 turns"},
    .expected_counters =
        [](const Problem& problem) { return chain_counters(problem["n"], sum_by_lane(problem["n"], problem["step"])); },
};

extern constexpr Kernel predicated{
    .name = "divergence/predicated",
    .summary = "even and odd lanes take different paths, by predicates instead of branches",
    .parameters = kParameters,
    .work = even_work,
    .device_memory = two_arrays,
    .counterpart = {.name = "divergence/uniform", .cause = "predication", .severity = "16 of 32 lanes"},
    .expected_counters = even_counters,
};

extern constexpr Kernel streamed_paths{
    .name = "divergence/streamed-paths",
    .summary = "a stream with a little arithmetic on diverging paths that DRAM hides",
    .parameters = kStreamedParameters,
    .work = even_work,
    .device_memory = two_arrays,
    .expected_counters = streamed_paths_counters,
    .in_flight_per_thread = always_in_flight<16>,
};

extern constexpr Kernel independent_scheduling{
    .name = "divergence/independent-scheduling",
    .summary =
        "two halves of a warp hand elements to each other and wait: ends only where lanes are scheduled independently",
    .parameters = kHandshakeParameters,
    .work = independent_scheduling_work,
    .device_memory = two_arrays,
    .expected_counters = [](const Problem& problem) -> ExpectedCounters {
      return {expect(counter::kFfma, multiply_adds(problem))};
    },
};

}  // namespace rooflens::kernels::divergence
