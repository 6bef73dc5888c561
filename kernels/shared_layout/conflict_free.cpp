// Host description of shared_layout/conflict-free.
#include "kernels/shared_layout/conflict_free.hpp"

#include "kernels/shared_layout/conflict_family.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

constexpr std::array kParameters{kThreadCount, kPasses};

}  // namespace

constinit const Kernel conflict_free{
    .name = "shared_layout/conflict-free",
    .family = "shared_layout",
    .summary = "the sums of conflict with every lane in a bank of its own",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = conflict_work,
    .device_memory = conflict_memory,
    .expected_counters = [](const Problem& problem) { return conflict_counters(problem, 1); },
};

}  // namespace rooflens::kernels::shared_layout
