// What the kernels of coalescing are: their parameters, their work, and the counters that follow from their code.
#include "kernels/coalescing/family.hpp"

#include <array>

namespace rooflens::kernels::coalescing {
namespace {

constexpr std::array kContiguousParameters{
    Parameter{"n", "elements", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
};

constexpr std::array kStrideParameters{
    Parameter{"n", "elements to copy", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
    Parameter{"stride", "distance of neighbours' elements", 8, 1, 32},
};

constexpr std::array kOffsetParameters{
    Parameter{"n", "elements to copy", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
    Parameter{"offset", "first element to read", 1, 0, 31},
};

constexpr std::array kRecordParameters{
    Parameter{"n", "records", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
};

template <Pattern (*pattern_of)(const Problem&)>
constexpr Kernel sum_of(std::span<const Parameter> parameters) {
  return {.parameters = parameters,
          .work = work<pattern_of>,
          .device_memory = device_memory<pattern_of>,
          .expected_counters = expected_counters<pattern_of>};
}

}  // namespace

extern constexpr Kernel contiguous =
    variant_of(sum_of<contiguous_pattern>(kContiguousParameters), "coalescing/contiguous",
               "out[i] = in[i]: neighbours read neighbours, 4 sectors per request");

extern constexpr Kernel stride = variant_of(sum_of<stride_pattern>(kStrideParameters), "coalescing/stride",
                                            "out[i] = in[s i]: min(32, 4 s) sectors per request where 4 would do")
                                     .against({"coalescing/contiguous", "uncoalesced access", "parameter stride"});

extern constexpr Kernel offset = variant_of(sum_of<offset_pattern>(kOffsetParameters), "coalescing/offset",
                                            "out[i] = in[i + o]: requests that begin inside a sector need a fifth one")
                                     .against({"coalescing/contiguous", "misaligned access", "parameter offset"});

extern constexpr Kernel array_of_structs =
    variant_of(sum_of<array_of_structs_pattern>(kRecordParameters), "coalescing/array-of-structs",
               "sum of the four fields of a record, records in a row: 16 sectors per load")
        .against({"coalescing/struct-of-arrays", "uncoalesced access", "4-element stride"});

extern constexpr Kernel struct_of_arrays =
    variant_of(sum_of<struct_of_arrays_pattern>(kRecordParameters), "coalescing/struct-of-arrays",
               "sum of the four fields of a record, one array per field: 4 sectors per load");

}  // namespace rooflens::kernels::coalescing
