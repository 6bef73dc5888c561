// Host description of constant_memory/strided.
#include "kernels/constant_memory/strided.hpp"

#include <array>

#include "kernels/constant_memory/family.hpp"

namespace rooflens::kernels::constant_memory {
namespace {

constexpr std::array kParameters{
    kElementsParameter,
    Parameter{"stride", "entries between neighbouring lanes", 1, 1, 32},
};

}  // namespace

constinit const Kernel strided{
    .name = "constant_memory/strided",
    .family = "constant_memory",
    .summary = "the same table, every lane another entry: constant reads one after the other",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
    .partner = {"constant_memory/uniform", "serialised constant reads", "32 addresses a warp"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::constant_memory
