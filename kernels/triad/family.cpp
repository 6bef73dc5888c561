// The kernels of triad: a stream of three arrays into a fourth, a multiply-add an element.
#include "kernels/streaming.hpp"

namespace rooflens::kernels::triad {
namespace {

using Triad = Stream<3, 2, counter::kFfma>;

}  // namespace

extern constexpr Kernel one_d{
    .name = "triad/one-d",
    .summary = "a = b + c d: one thread per element, 4-byte accesses",
    .parameters = kStreamParameters,
    .work = Triad::work,
    .device_memory = Triad::device_memory,
    .counterpart = {.name = "triad/float4", .cause = "narrow accesses", .severity = "4 of 16 bytes per access"},
    .expected_counters = Triad::counters_by_floats,
    .in_flight_per_thread = always_in_flight<12>,
};

extern constexpr Kernel float4{
    .name = "triad/float4",
    .summary = "a = b + c d: 16-byte accesses: a quarter of the instructions for the same bytes",
    .parameters = kStreamParameters,
    .work = Triad::work,
    .device_memory = Triad::device_memory,
    .expected_counters = Triad::counters_by_float4,
    .in_flight_per_thread = always_in_flight<48>,
};

}  // namespace rooflens::kernels::triad
