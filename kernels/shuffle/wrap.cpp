// Host description of shuffle/wrap.
#include "kernels/shuffle/wrap.hpp"

#include "kernels/shuffle/family.hpp"

namespace rooflens::kernels::shuffle {
namespace {

constexpr std::array kParameters{kElements, kWidth,
                                 Parameter{"offset", "lanes that an element moves down; negative: up", 2, -31, 31}};

}  // namespace

constinit const Kernel wrap{
    .name = "shuffle/wrap",
    .family = "shuffle",
    .summary = "every lane gets the element `offset` lanes above, around the end of its segment",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = exchange_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

}  // namespace rooflens::kernels::shuffle
