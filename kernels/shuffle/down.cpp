// Host description of shuffle/down.
#include "kernels/shuffle/down.hpp"

#include "kernels/shuffle/family.hpp"

namespace rooflens::kernels::shuffle {
namespace {

constexpr std::array kParameters{kElements, kWidth, Parameter{"delta", "lanes that an element moves", 2, 0, 31}};

}  // namespace

constinit const Kernel down{
    .name = "shuffle/down",
    .family = "shuffle",
    .summary = "every lane gets the element `delta` lanes above; the highest keep their own",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = exchange_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

}  // namespace rooflens::kernels::shuffle
