// Host description of read_only/restrict.
#include "kernels/read_only/restrict.hpp"

#include <array>

#include "kernels/read_only/family.hpp"

namespace rooflens::kernels::read_only {
namespace {

constexpr std::array kParameters{
    kElementsParameter,
};

}  // namespace

constinit const Kernel restrict {
    .name = "read_only/restrict",
    .family = "read_only",
    .summary = "the same from const __restrict__ pointers: the compiler finds the read-only loads itself",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = dense_memory,
    .expected_counters = dense_counters,
};

}  // namespace rooflens::kernels::read_only
