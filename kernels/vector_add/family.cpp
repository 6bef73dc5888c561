// The kernels of vector_add: a stream of two arrays into a third, an addition an element.
#include "kernels/streaming.hpp"

namespace rooflens::kernels::vector_add {
namespace {

using Sum = Stream<2, 1, counter::kFadd>;

}  // namespace

extern constexpr Kernel one_d =
    variant_of(Sum::kFloat1, "vector_add/one-d", "c = a + b: one thread per element, 4-byte accesses")
        .against({"vector_add/float4", "narrow accesses", "4 of 16 bytes per access"});

extern constexpr Kernel float4 = variant_of(
    Sum::kFloat4, "vector_add/float4", "c = a + b: 16-byte accesses: a quarter of the instructions for the same bytes");

extern constexpr Kernel two_d_grid =
    variant_of(Sum::kFloat1, "vector_add/two-d-grid", "c = a + b: blocks numbered over a two-dimensional grid")
        .against({"vector_add/one-d", "index arithmetic", "two block indices"});

// Within a warp that is not whole the lanes leave the unrolled loop at different places.
extern constexpr Kernel grid_stride =
    variant_of(Sum::kFloat1, "vector_add/grid-stride",
               "c = a + b: as many blocks as fit the device, each thread takes every so many elements")
        .against({"vector_add/one-d", "loop", "one block slot"})
        .with(&Kernel::expected_counters,
              [](const Problem& problem) {
                return problem["n"] % kWarpLanes == 0 ? Sum::counters_by_floats(problem) : ExpectedCounters{};
              })
        .with(&Kernel::in_flight_per_thread, nullptr);

}  // namespace rooflens::kernels::vector_add
