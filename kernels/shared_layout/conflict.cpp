// Host description of shared_layout/conflict.
#include "kernels/shared_layout/conflict.hpp"

#include "kernels/shared_layout/conflict_family.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

constexpr std::array kParameters{kThreadCount, Parameter{"ways", "lanes that meet in a bank", 32, 1, 32}, kPasses};

}  // namespace

constinit const Kernel conflict{
    .name = "shared_layout/conflict",
    .family = "shared_layout",
    .summary = "sums of words in shared memory, exactly `ways` of a warp in the same bank",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = conflict_work,
    .device_memory = conflict_memory,
    .partner = {.name = "shared_layout/conflict-free", .cause = "bank conflicts", .dose = "ways"},
    .expected_counters = [](const Problem& problem) { return conflict_counters(problem, problem["ways"]); },
};

}  // namespace rooflens::kernels::shared_layout
