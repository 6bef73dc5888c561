// Host description of divergence/predicated.
#include "kernels/divergence/predicated.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

constinit const Kernel predicated{
    .name = "divergence/predicated",
    .family = "divergence",
    .summary = "even and odd lanes take turns, by predicates instead of branches",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = even_work,
    .device_memory = two_arrays,
    .partner = {.name = "divergence/uniform", .cause = "predication", .dose = "16 of 32 lanes"},
    .expected_counters = even_counters,
};

}  // namespace rooflens::kernels::divergence
