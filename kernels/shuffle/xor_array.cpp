// Host description of shuffle/xor-array.
#include "kernels/shuffle/xor_array.hpp"

#include "kernels/shuffle/family.hpp"

namespace rooflens::kernels::shuffle {
namespace {

constexpr std::array kParameters{
    kElements, kWidth, Parameter{"mask", "what the numbers of a pair of lanes differ in, modulo width", 1, 0, 31}};

}  // namespace

constinit const Kernel xor_array{
    .name = "shuffle/xor-array",
    .family = "shuffle",
    .summary = "lanes exchange arrays of four elements in pairs: four shuffles a thread",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = exchange_work,
    .device_memory = two_arrays,
    .expected_counters = array_counters,
};

}  // namespace rooflens::kernels::shuffle
