// Host description of coalescing/array-of-structs.
#include "kernels/coalescing/array_of_structs.hpp"

#include <array>

#include "kernels/coalescing/family.hpp"

namespace rooflens::kernels::coalescing {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "records", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
};

}  // namespace

constinit const Kernel array_of_structs{
    .name = "coalescing/array-of-structs",
    .family = "coalescing",
    .summary = "sum of the four fields of a record, records in a row: 16 sectors a load",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<array_of_structs_pattern>,
    .device_memory = device_memory<array_of_structs_pattern>,
    .partner = {"coalescing/struct-of-arrays", "uncoalesced access", "4-element stride"},
    .expected_counters = expected_counters<array_of_structs_pattern>,
};

}  // namespace rooflens::kernels::coalescing
