// The kernels of vector_add: a stream of two arrays into a third, an addition an element.
#include "kernels/streaming.hpp"

namespace rooflens::kernels::vector_add {
namespace {

using Sum = Stream<2, 1, counter::kFadd>;

}  // namespace

extern constexpr Kernel one_d{
    .name = "vector_add/one-d",
    .summary = "c = a + b: one thread per element, 4-byte accesses",
    .parameters = kStreamParameters,
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .counterpart = {.name = "vector_add/float4", .cause = "narrow accesses", .severity = "4 of 16 bytes per access"},
    .expected_counters = Sum::counters_by_floats,
    .in_flight_per_thread = always_in_flight<8>,
};

extern constexpr Kernel float4{
    .name = "vector_add/float4",
    .summary = "c = a + b: 16-byte accesses: a quarter of the instructions for the same bytes",
    .parameters = kStreamParameters,
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .expected_counters = Sum::counters_by_float4,
    .in_flight_per_thread = always_in_flight<32>,
};

extern constexpr Kernel two_d_grid{
    .name = "vector_add/two-d-grid",
    .summary = "c = a + b: blocks numbered over a two-dimensional grid",
    .parameters = kStreamParameters,
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .counterpart = {.name = "vector_add/one-d", .cause = "index arithmetic", .severity = "two block indices"},
    .expected_counters = Sum::counters_by_floats,
    .in_flight_per_thread = always_in_flight<8>,
};

extern constexpr Kernel grid_stride{
    .name = "vector_add/grid-stride",
    .summary = "c = a + b: as many blocks as fit the device, each thread takes every so many elements",
    .parameters = kStreamParameters,
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .counterpart = {.name = "vector_add/one-d", .cause = "loop", .severity = "one block slot"},
    // Within a warp that is not whole the lanes leave the unrolled loop at different places.
    .expected_counters =
        [](const Problem& problem) {
          return problem["n"] % kWarpLanes == 0 ? Sum::counters_by_floats(problem) : ExpectedCounters{};
        },
};

}  // namespace rooflens::kernels::vector_add
