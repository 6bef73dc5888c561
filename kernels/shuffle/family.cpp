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

constexpr Kernel kShuffle{
    .parameters = kMaskParameters, .work = array_work, .device_memory = two_arrays, .expected_counters = one_counters};

}  // namespace

extern constexpr Kernel broadcast =
    variant_of(kShuffle, "shuffle/broadcast", "every lane gets the element of one lane of its segment")
        .with(&Kernel::parameters, kBroadcastParameters);

extern constexpr Kernel up =
    variant_of(kShuffle, "shuffle/up", "every lane gets the element `delta` lanes below; the lowest keep their own")
        .with(&Kernel::parameters, kDeltaParameters);

extern constexpr Kernel down =
    variant_of(kShuffle, "shuffle/down", "every lane gets the element `delta` lanes above; the highest keep their own")
        .with(&Kernel::parameters, kDeltaParameters);

extern constexpr Kernel wrap =
    variant_of(kShuffle, "shuffle/wrap",
               "every lane gets the element `offset` lanes above, around the end of its segment")
        .with(&Kernel::parameters, kWrapParameters);

extern constexpr Kernel xor_lanes =
    variant_of(kShuffle, "shuffle/xor-lanes", "lanes exchange their elements in pairs, a butterfly");

extern constexpr Kernel xor_array =
    variant_of(kShuffle, "shuffle/xor-array",
               "lanes exchange arrays of four elements in pairs: four shuffles per thread")
        .with(&Kernel::expected_counters, array_counters);

extern constexpr Kernel swap_by_index =
    variant_of(kShuffle, "shuffle/swap-by-index",
               "of the four elements of a lane one is exchanged, in pairs of lanes, with one at another place")
        .with(&Kernel::parameters, kSwapByIndexParameters)
        .with(&Kernel::expected_counters, array_counters);

}  // namespace rooflens::kernels::shuffle
