// Host description of constant_memory/uniform.
#include "kernels/constant_memory/uniform.hpp"

#include <array>

#include "kernels/constant_memory/family.hpp"

namespace rooflens::kernels::constant_memory {
namespace {

constexpr std::array kParameters{
    kElementsParameter,
};

}  // namespace

constinit const Kernel uniform{
    .name = "constant_memory/uniform",
    .family = "constant_memory",
    .summary = "sums of a table in constant memory, every lane the same entry: one read a warp",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::constant_memory
