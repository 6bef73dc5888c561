// Host description of shared_layout/rectangular-padded.
#include "kernels/shared_layout/rectangular_padded.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel rectangular_padded{
    .name = "shared_layout/rectangular-padded",
    .family = "shared_layout",
    .summary = "16 x 34 tile written by rows, read by columns: one wavefront an access",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .expected_counters = round_trip_counters<RectangularPadded>,
};

}  // namespace rooflens::kernels::shared_layout
