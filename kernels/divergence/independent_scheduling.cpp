// Host description of divergence/independent-scheduling.
#include "kernels/divergence/independent_scheduling.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {
namespace {

constexpr std::array kHandshakeParameters{
    kElements, Parameter{"rounds", "multiply-adds of each of the two halves an element", 16, 1, 1 << 16}};

std::int64_t multiply_adds(const Problem& problem) { return 2 * problem["n"] * problem["rounds"]; }

models::Work work(const Problem& problem) { return chain_work(problem["n"], multiply_adds(problem)); }

}  // namespace

constinit const Kernel independent_scheduling{
    .name = "divergence/independent-scheduling",
    .family = "divergence",
    .summary =
        "two halves of a warp hand elements to each other and wait: ends only where lanes are scheduled independently",
    .parameters = kHandshakeParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_arrays,
    .expected_counters = [](const Problem& problem) -> ExpectedCounters {
      return {expect(counter::kFfma, multiply_adds(problem))};
    },
};

}  // namespace rooflens::kernels::divergence
