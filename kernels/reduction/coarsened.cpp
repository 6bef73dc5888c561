// Host description of reduction/coarsened.
#include "kernels/reduction/coarsened.hpp"

#include <array>

#include "kernels/reduction/atomic.hpp"

namespace rooflens::kernels::reduction {
namespace {

constexpr std::array kCoarsenedParameters{
    kLengthParameter,
    kBlockParameter,
    Parameter{"coarsening", "pairs of elements that a thread adds before the tree", 4, 1, 64},
};

models::Work work(const Problem& problem) { return atomic_work_of(problem, kPair * problem["coarsening"]); }

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  return atomic_counters_of(problem, kPair * problem["coarsening"]);
}

}  // namespace

constinit const Kernel coarsened{
    .name = "reduction/coarsened",
    .family = "reduction",
    .summary = "each thread adds several pairs before the tree: fewer blocks, barriers and atomics",
    .parameters = kCoarsenedParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = sum_memory,
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::reduction
