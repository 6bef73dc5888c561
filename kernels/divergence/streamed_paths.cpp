// Host description of divergence/streamed-paths.
#include "kernels/divergence/streamed_paths.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {
namespace {

/// 2 x 512 MiB by default: far more than any L2 holds.
constexpr std::array kStreamedParameters{
    Parameter{"n", "elements", std::int64_t{1} << 27, 1, std::int64_t{1} << 33},
    Parameter{"rounds", "multiply-adds an element", 1, 1, 1 << 16},
    Parameter{.name = "paths",
              .summary = "ways that the lanes of a warp go",
              .default_value = 4,
              .minimum = 1,
              .maximum = 32,
              .power_of_two = true},
};

ExpectedCounters counters(const Problem& problem) {
  ExpectedCounters counters = contiguous_float4(problem["n"], 1, 1);
  counters.push_back(expect(counter::kFfma, problem["n"] * problem["rounds"]));
  return counters;
}

}  // namespace

constinit const Kernel streamed_paths{
    .name = "divergence/streamed-paths",
    .family = "divergence",
    .summary = "a stream with a little arithmetic on diverging paths that DRAM hides",
    .parameters = kStreamedParameters,
    .minimum_compute_capability = {7, 5},
    .work = even_work,
    .device_memory = two_arrays,
    .expected_counters = counters,
    .in_flight_per_thread = always_in_flight<16>,
};

}  // namespace rooflens::kernels::divergence
