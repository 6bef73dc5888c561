// Host description of shuffle/swap-by-index.
#include "kernels/shuffle/swap_by_index.hpp"

#include "kernels/shuffle/family.hpp"

namespace rooflens::kernels::shuffle {
namespace {

constexpr std::array kParameters{
    kElements, kWidth, Parameter{"mask", "what the numbers of a pair of lanes differ in, modulo width", 1, 0, 31},
    Parameter{"first", "the element that the lower lane of a pair exchanges", 0, 0, 3},
    Parameter{"second", "the element that the upper lane of a pair exchanges", 3, 0, 3}};

}  // namespace

constinit const Kernel swap_by_index{
    .name = "shuffle/swap-by-index",
    .family = "shuffle",
    .summary = "of the four elements of a lane one is exchanged, in pairs of lanes, with one at another place",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = exchange_work,
    .device_memory = two_arrays,
    .expected_counters = array_counters,
};

}  // namespace rooflens::kernels::shuffle
