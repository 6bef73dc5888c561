// Host description of shared_layout/row-row.
#include "kernels/shared_layout/row_row.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel row_row{
    .name = "shared_layout/row-row",
    .family = "shared_layout",
    .summary = "written and read by rows: one wavefront an access",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .expected_counters = round_trip_counters<RowRow>,
};

}  // namespace rooflens::kernels::shared_layout
