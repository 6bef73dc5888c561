// Host description of shuffle/broadcast.
#include "kernels/shuffle/broadcast.hpp"

#include "kernels/shuffle/family.hpp"

namespace rooflens::kernels::shuffle {
namespace {

constexpr std::array kParameters{kElements, kWidth,
                                 Parameter{"lane", "the lane that all others read, modulo width", 2, 0, 31}};

}  // namespace

constinit const Kernel broadcast{
    .name = "shuffle/broadcast",
    .family = "shuffle",
    .summary = "every lane gets the element of one lane of its segment",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = exchange_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

}  // namespace rooflens::kernels::shuffle
