// Host description of shared_layout/dynamic.
#include "kernels/shared_layout/dynamic.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel dynamic{
    .name = "shared_layout/dynamic",
    .family = "shared_layout",
    .summary = "row-column in shared memory whose size is given at the launch",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .partner = {.name = "shared_layout/dynamic-padded", .cause = "bank conflicts", .dose = "32-way"},
    .expected_counters = round_trip_counters<RowColumn>,
};

}  // namespace rooflens::kernels::shared_layout
