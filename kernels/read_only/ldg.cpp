// Host description of read_only/ldg.
#include "kernels/read_only/ldg.hpp"

#include <array>

#include "kernels/read_only/family.hpp"

namespace rooflens::kernels::read_only {
namespace {

constexpr std::array kParameters{
    kElementsParameter,
};

}  // namespace

constinit const Kernel ldg{
    .name = "read_only/ldg",
    .family = "read_only",
    .summary = "sums of eight neighbours, loads spelt __ldg",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = dense_memory,
    .expected_counters = dense_counters,
};

}  // namespace rooflens::kernels::read_only
