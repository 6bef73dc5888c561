// Host description of coalescing/contiguous.
#include "kernels/coalescing/contiguous.hpp"

#include <array>

#include "kernels/coalescing/family.hpp"

namespace rooflens::kernels::coalescing {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
};

}  // namespace

constinit const Kernel contiguous{
    .name = "coalescing/contiguous",
    .family = "coalescing",
    .summary = "out[i] = in[i]: neighbours read neighbours, 4 sectors a request",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<contiguous_pattern>,
    .device_memory = device_memory<contiguous_pattern>,
    .expected_counters = expected_counters<contiguous_pattern>,
};

}  // namespace rooflens::kernels::coalescing
