// Host description of vector_add/grid-stride.
#include "kernels/vector_add/grid_stride.hpp"

#include "kernels/vector_add/family.hpp"

namespace rooflens::kernels::vector_add {

constinit const Kernel grid_stride{
    .name = "vector_add/grid-stride",
    .family = "vector_add",
    .summary = "c = a + b: as many blocks as fit the device, each thread takes every so many elements",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .partner = {.name = "vector_add/one-d", .cause = "loop", .dose = "one block slot"},
    // Within a warp that is not whole the lanes leave the unrolled loop at different places.
    .expected_counters =
        [](const Problem& problem) {
          return problem["n"] % kWarpLanes == 0 ? Sum::counters_by_floats(problem) : ExpectedCounters{};
        },
};

}  // namespace rooflens::kernels::vector_add
