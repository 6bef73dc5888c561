// Host description of coalescing/stride.
#include "kernels/coalescing/stride.hpp"

#include <array>

#include "kernels/coalescing/family.hpp"

namespace rooflens::kernels::coalescing {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements to copy", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
    Parameter{"stride", "distance of neighbours' elements", 8, 1, 32},
};

}  // namespace

constinit const Kernel stride{
    .name = "coalescing/stride",
    .family = "coalescing",
    .summary = "out[i] = in[s i]: min(32, 4 s) sectors a request where 4 would do",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<stride_pattern>,
    .device_memory = device_memory<stride_pattern>,
    .partner = {"coalescing/contiguous", "uncoalesced access", "parameter stride"},
    .expected_counters = expected_counters<stride_pattern>,
};

}  // namespace rooflens::kernels::coalescing
