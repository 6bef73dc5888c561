// Host description of divergence/loop-imbalance.
#include "kernels/divergence/loop_imbalance.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

constinit const Kernel loop_imbalance{
    .name = "divergence/loop-imbalance",
    .family = "divergence",
    .summary = "lane l loops l times: the warp takes as long as its last lane",
    .parameters = kLoopParameters,
    .minimum_compute_capability = {7, 5},
    .work = [](const Problem& problem) { return chain_work(problem["n"], sum_by_lane(problem["n"], problem["step"])); },
    .device_memory = two_arrays,
    .partner = {.name = "divergence/loop-by-warp", .cause = "divergence", .dose = "15.5 of 31 turns"},
    .expected_counters =
        [](const Problem& problem) { return chain_counters(problem["n"], sum_by_lane(problem["n"], problem["step"])); },
};

}  // namespace rooflens::kernels::divergence
