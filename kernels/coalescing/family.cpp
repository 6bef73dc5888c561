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

}  // namespace

extern constexpr Kernel contiguous{
    .name = "coalescing/contiguous",
    .summary = "out[i] = in[i]: neighbours read neighbours, 4 sectors per request",
    .parameters = kContiguousParameters,
    .work = work<contiguous_pattern>,
    .device_memory = device_memory<contiguous_pattern>,
    .expected_counters = expected_counters<contiguous_pattern>,
};

extern constexpr Kernel stride{
    .name = "coalescing/stride",
    .summary = "out[i] = in[s i]: min(32, 4 s) sectors per request where 4 would do",
    .parameters = kStrideParameters,
    .work = work<stride_pattern>,
    .device_memory = device_memory<stride_pattern>,
    .counterpart = {"coalescing/contiguous", "uncoalesced access", "parameter stride"},
    .expected_counters = expected_counters<stride_pattern>,
};

extern constexpr Kernel offset{
    .name = "coalescing/offset",
    .summary = "out[i] = in[i + o]: requests that begin inside a sector need a fifth one",
    .parameters = kOffsetParameters,
    .work = work<offset_pattern>,
    .device_memory = device_memory<offset_pattern>,
    .counterpart = {"coalescing/contiguous", "misaligned access", "parameter offset"},
    .expected_counters = expected_counters<offset_pattern>,
};

extern constexpr Kernel array_of_structs{
    .name = "coalescing/array-of-structs",
    .summary = "sum of the four fields of a record, records in a row: 16 sectors per load",
    .parameters = kRecordParameters,
    .work = work<array_of_structs_pattern>,
    .device_memory = device_memory<array_of_structs_pattern>,
    .counterpart = {"coalescing/struct-of-arrays", "uncoalesced access", "4-element stride"},
    .expected_counters = expected_counters<array_of_structs_pattern>,
};

extern constexpr Kernel struct_of_arrays{
    .name = "coalescing/struct-of-arrays",
    .summary = "sum of the four fields of a record, one array per field: 4 sectors per load",
    .parameters = kRecordParameters,
    .work = work<struct_of_arrays_pattern>,
    .device_memory = device_memory<struct_of_arrays_pattern>,
    .expected_counters = expected_counters<struct_of_arrays_pattern>,
};

}  // namespace rooflens::kernels::coalescing
