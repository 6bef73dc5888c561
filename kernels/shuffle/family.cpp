// What the kernels of shuffle are: their parameters, their work, and the counters that follow from their code.
#include "kernels/shuffle/family.hpp"

#include <array>

namespace rooflens::kernels::shuffle {
namespace {

constexpr std::array kBroadcastParameters{kElements, kWidth,
                                          Parameter{"lane", "the lane that all others read, modulo width", 2, 0, 31}};

constexpr std::array kDeltaParameters{kElements, kWidth, Parameter{"delta", "lanes that an element moves", 2, 0, 31}};

constexpr std::array kWrapParameters{kElements, kWidth,
                                     Parameter{"offset", "lanes that an element moves down; negative: up", 2, -31, 31}};

constexpr std::array kMaskParameters{
    kElements, kWidth, Parameter{"mask", "what the numbers of a pair of lanes differ in, modulo width", 1, 0, 31}};

constexpr std::array kSwapByIndexParameters{
    kElements, kWidth, Parameter{"mask", "what the numbers of a pair of lanes differ in, modulo width", 1, 0, 31},
    Parameter{"first", "the element that the lower lane of a pair exchanges", 0, 0, 3},
    Parameter{"second", "the element that the upper lane of a pair exchanges", 3, 0, 3}};

}  // namespace

extern constexpr Kernel broadcast{
    .name = "shuffle/broadcast",
    .summary = "every lane gets the element of one lane of its segment",
    .parameters = kBroadcastParameters,
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

extern constexpr Kernel up{
    .name = "shuffle/up",
    .summary = "every lane gets the element `delta` lanes below; the lowest keep their own",
    .parameters = kDeltaParameters,
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

extern constexpr Kernel down{
    .name = "shuffle/down",
    .summary = "every lane gets the element `delta` lanes above; the highest keep their own",
    .parameters = kDeltaParameters,
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

extern constexpr Kernel wrap{
    .name = "shuffle/wrap",
    .summary = "every lane gets the element `offset` lanes above, around the end of its segment",
    .parameters = kWrapParameters,
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

extern constexpr Kernel xor_lanes{
    .name = "shuffle/xor-lanes",
    .summary = "lanes exchange their elements in pairs, a butterfly",
    .parameters = kMaskParameters,
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = one_counters,
};

extern constexpr Kernel xor_array{
    .name = "shuffle/xor-array",
    .summary = "lanes exchange arrays of four elements in pairs: four shuffles per thread",
    .parameters = kMaskParameters,
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = array_counters,
};

extern constexpr Kernel swap_by_index{
    .name = "shuffle/swap-by-index",
    .summary = "of the four elements of a lane one is exchanged, in pairs of lanes, with one at another place",
    .parameters = kSwapByIndexParameters,
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = array_counters,
};

}  // namespace rooflens::kernels::shuffle
