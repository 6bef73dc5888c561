// Host description of coalescing/offset.
#include "kernels/coalescing/offset.hpp"

#include <array>

#include "kernels/coalescing/family.hpp"

namespace rooflens::kernels::coalescing {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements to copy", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
    Parameter{"offset", "first element to read", 1, 0, 31},
};

}  // namespace

constinit const Kernel offset{
    .name = "coalescing/offset",
    .family = "coalescing",
    .summary = "out[i] = in[i + o]: requests that begin inside a sector need a fifth one",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<offset_pattern>,
    .device_memory = device_memory<offset_pattern>,
    .partner = {"coalescing/contiguous", "misaligned access", "parameter offset"},
    .expected_counters = expected_counters<offset_pattern>,
};

}  // namespace rooflens::kernels::coalescing
