// Host description of shared_layout/padded.
#include "kernels/shared_layout/padded.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel padded{
    .name = "shared_layout/padded",
    .family = "shared_layout",
    .summary = "written by rows, read by columns of a 32 x 33 tile: one wavefront an access",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .expected_counters = round_trip_counters<Padded>,
};

}  // namespace rooflens::kernels::shared_layout
