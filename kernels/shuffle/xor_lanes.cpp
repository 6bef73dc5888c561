// Host description of shuffle/xor-lanes.
#include "kernels/shuffle/xor_lanes.hpp"

#include "kernels/shuffle/family.hpp"

namespace rooflens::kernels::shuffle {
namespace {

constexpr std::array kParameters{
    kElements, kWidth, Parameter{"mask", "what the numbers of a pair of lanes differ in, modulo width", 1, 0, 31}};

}  // namespace

constinit const Kernel xor_lanes{
    .name = "shuffle/xor-lanes",
    .family = "shuffle",
    .summary = "lanes exchange their elements in pairs, a butterfly",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = exchange_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

}  // namespace rooflens::kernels::shuffle
