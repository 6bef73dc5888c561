// Host description of divergence/loop-by-warp.
#include "kernels/divergence/loop_by_warp.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

constinit const Kernel loop_by_warp{
    .name = "divergence/loop-by-warp",
    .family = "divergence",
    .summary = "all lanes of warp w loop w % 32 times: the loops of loop-imbalance, sorted by length",
    .parameters = kLoopParameters,
    .minimum_compute_capability = {7, 5},
    .work = [](const Problem& problem) { return chain_work(problem["n"], sum_by_warp(problem["n"], problem["step"])); },
    .device_memory = two_arrays,
    .expected_counters =
        [](const Problem& problem) { return chain_counters(problem["n"], sum_by_warp(problem["n"], problem["step"])); },
};

}  // namespace rooflens::kernels::divergence
