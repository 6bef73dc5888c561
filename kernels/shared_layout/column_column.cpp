// Host description of shared_layout/column-column.
#include "kernels/shared_layout/column_column.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel column_column{
    .name = "shared_layout/column-column",
    .family = "shared_layout",
    .summary = "written and read by columns: 32-way bank conflicts both ways",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .partner = {.name = "shared_layout/row-row", .cause = "bank conflicts", .dose = "32-way, both ways"},
    .expected_counters = round_trip_counters<ColumnColumn>,
};

}  // namespace rooflens::kernels::shared_layout
