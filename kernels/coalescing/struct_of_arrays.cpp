// Host description of coalescing/struct-of-arrays.
#include "kernels/coalescing/struct_of_arrays.hpp"

#include <array>

#include "kernels/coalescing/family.hpp"

namespace rooflens::kernels::coalescing {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "records", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
};

}  // namespace

constinit const Kernel struct_of_arrays{
    .name = "coalescing/struct-of-arrays",
    .family = "coalescing",
    .summary = "sum of the four fields of a record, an array a field: 4 sectors a load",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<struct_of_arrays_pattern>,
    .device_memory = device_memory<struct_of_arrays_pattern>,
    .expected_counters = expected_counters<struct_of_arrays_pattern>,
};

}  // namespace rooflens::kernels::coalescing
