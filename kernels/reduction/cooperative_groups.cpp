// Host description of reduction/cooperative-groups.
#include "kernels/reduction/cooperative_groups.hpp"

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel cooperative_groups{
    .name = "reduction/cooperative-groups",
    .family = "reduction",
    .summary = "grid stride written with cooperative groups: one cooperative launch with a barrier of the whole grid",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = sum_memory,
    .partner = {"reduction/last-block", "barrier of the grid", "1 barrier"},
};

}  // namespace rooflens::kernels::reduction
