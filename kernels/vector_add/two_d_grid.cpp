// Host description of vector_add/two-d-grid.
#include "kernels/vector_add/two_d_grid.hpp"

#include "kernels/vector_add/family.hpp"

namespace rooflens::kernels::vector_add {

constinit const Kernel two_d_grid{
    .name = "vector_add/two-d-grid",
    .family = "vector_add",
    .summary = "c = a + b: blocks numbered over a two-dimensional grid",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .partner = {.name = "vector_add/one-d", .cause = "index arithmetic", .dose = "two block indices"},
    .expected_counters = Sum::counters_by_floats,
    .in_flight_per_thread = always_in_flight<8>,
};

}  // namespace rooflens::kernels::vector_add
