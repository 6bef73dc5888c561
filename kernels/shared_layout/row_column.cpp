// Host description of shared_layout/row-column.
#include "kernels/shared_layout/row_column.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel row_column{
    .name = "shared_layout/row-column",
    .family = "shared_layout",
    .summary = "written by rows, read by columns: 32-way bank conflicts on the loads",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .partner = {.name = "shared_layout/padded", .cause = "bank conflicts", .dose = "32-way"},
    .expected_counters = round_trip_counters<RowColumn>,
};

}  // namespace rooflens::kernels::shared_layout
