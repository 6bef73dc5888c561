// The kernels of copy: float1, float4 and ptx-v4 copy an array of n elements, row and column a matrix of n x n.
#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::copy {
namespace {

// 2 x 1 GiB by default, either way.
constexpr std::array kArrayParameters{
    Parameter{"n", "elements per array", std::int64_t{1} << 28, 1, std::int64_t{1} << 33},
};
constexpr std::array kMatrixParameters{
    Parameter{"n", "rows and columns of the square matrix", 16384, 1, 131072},
};

ExpectedCounters array_counters_by_float4(const Problem& problem) { return contiguous_float4(problem["n"], 1, 1); }

models::Work matrix_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return moved_once(float_bytes(n * n), float_bytes(n * n));
}
models::Bytes two_matrices(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return 2.0 * float_bytes(n * n);
}

ExpectedCounters row_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t instructions = n * ceil_div(n, kWarpLanes);
  return {expect(counter::kGlobalLoads, instructions), expect(counter::kGlobalStores, instructions),
          expect(counter::kGlobalLoadSectors, row_sectors(n)), expect(counter::kGlobalStoreSectors, row_sectors(n))};
}

// From eight columns on, no two rows share a sector.
ExpectedCounters column_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t instructions = n * ceil_div(n, kWarpLanes);
  ExpectedCounters result{expect(counter::kGlobalLoads, instructions), expect(counter::kGlobalStores, instructions)};
  if (n >= kFloatsPerSector) {
    result.push_back(expect(counter::kGlobalLoadSectors, n * n));
    result.push_back(expect(counter::kGlobalStoreSectors, n * n));
  }
  return result;
}

constexpr Kernel kArrayCopy{.parameters = kArrayParameters, .work = array_work, .device_memory = two_arrays};
constexpr Kernel kMatrixCopy{.parameters = kMatrixParameters, .work = matrix_work, .device_memory = two_matrices};

}  // namespace

extern constexpr Kernel float4 =
    variant_of(kArrayCopy, "copy/float4", "out = in: 16-byte accesses, the nearest a kernel comes to the DRAM roof")
        .with(&Kernel::expected_counters, array_counters_by_float4)
        .with(&Kernel::in_flight_per_thread, always_in_flight<16>);

extern constexpr Kernel float1 =
    variant_of(kArrayCopy, "copy/float1", "out = in: one thread per element, 4-byte accesses")
        .against({"copy/float4", "narrow accesses", "4 of 16 bytes per access"})
        .with(&Kernel::expected_counters, [](const Problem& problem) { return contiguous_floats(problem["n"], 1, 1); })
        .with(&Kernel::in_flight_per_thread, always_in_flight<4>);

extern constexpr Kernel ptx_v4 =
    variant_of(kArrayCopy, "copy/ptx-v4", "out = in: the 16-byte accesses of float4, written in PTX")
        .with(&Kernel::expected_counters, array_counters_by_float4)
        .with(&Kernel::in_flight_per_thread, always_in_flight<16>);

extern constexpr Kernel row = variant_of(kMatrixCopy, "copy/row", "out = in, a matrix: a warp copies a piece of a row")
                                  .with(&Kernel::expected_counters, row_counters)
                                  .with(&Kernel::in_flight_per_thread, always_in_flight<4>);

extern constexpr Kernel column =
    variant_of(kMatrixCopy, "copy/column",
               "out = in, a matrix: a warp copies a piece of a column, every lane in a sector of its own")
        .against({"copy/row", "uncoalesced accesses", "32 sectors per request instead of 4"})
        .with(&Kernel::expected_counters, column_counters);

}  // namespace rooflens::kernels::copy
