// Host description of shared_layout/rectangular.
#include "kernels/shared_layout/rectangular.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel rectangular{
    .name = "shared_layout/rectangular",
    .family = "shared_layout",
    .summary = "16 x 32 tile written by rows, read by columns: 16-way bank conflicts on the loads",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .partner = {.name = "shared_layout/rectangular-padded", .cause = "bank conflicts", .dose = "16-way"},
    .expected_counters = round_trip_counters<Rectangular>,
};

}  // namespace rooflens::kernels::shared_layout
