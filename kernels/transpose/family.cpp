// What the kernels of transpose are: their parameters, their work, and the counters that follow from their code.
#include "kernels/transpose/family.hpp"

#include <array>

namespace rooflens::kernels::transpose {
namespace {

constexpr std::array kUnrolledParameters{kSide, rows(16)};

constexpr std::array kRectangularParameters{
    kSide,
    Parameter{"rows", "rows of the tile, and threads of a block along y", 16, 8, 32, 1, true},
};

// Whole tiles: 32 / rows pieces of rows / 8 sectors are written a warp, 4 sectors as ever.
ExpectedCounters rectangular_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return n % kTile == 0 ? tile_counters(n, kTile, 1)
                        : ExpectedCounters{expect(counter::kGlobalLoadSectors, row_sectors(n))};
}

}  // namespace

extern constexpr Kernel naive_row{
    .name = "transpose/naive-row",
    .summary = "reads rows, writes columns: every store of a warp goes to a sector of its own",
    .parameters = kParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .counterpart = {.name = "copy/row",
                    .cause = "uncoalesced stores",
                    .severity = "32 sectors per request instead of 4"},
    .expected_counters =
        [](const Problem& problem) {
          return naive_counters(problem, counter::kGlobalLoadSectors, counter::kGlobalStoreSectors);
        },
};

extern constexpr Kernel tiled{
    .name = "transpose/tiled",
    .summary = "32 × 32 tile in shared memory: coalesced both ways, but with 32-way bank conflicts",
    .parameters = kParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .counterpart = {.name = "transpose/padded", .cause = "bank conflicts", .severity = "32-way"},
    .expected_counters = [](const Problem& problem) { return tile_counters(problem["n"], kTile, kTile); },
};

extern constexpr Kernel padded{
    .name = "transpose/padded",
    .summary = "32 × 33 tile in shared memory: coalesced both ways, no bank conflicts",
    .parameters = kParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = conflict_free_counters,
};

extern constexpr Kernel naive_column{
    .name = "transpose/naive-column",
    .summary = "reads columns, writes rows: every load of a warp comes from a sector of its own",
    .parameters = kParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .counterpart = {.name = "copy/row",
                    .cause = "uncoalesced loads",
                    .severity = "32 sectors per request instead of 4"},
    .expected_counters =
        [](const Problem& problem) {
          return naive_counters(problem, counter::kGlobalStoreSectors, counter::kGlobalLoadSectors);
        },
};

extern constexpr Kernel dynamic_shared{
    .name = "transpose/dynamic-shared",
    .summary = "the 32 × 33 tile of padded in shared memory whose size is given at the launch",
    .parameters = kParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .counterpart = {.name = "transpose/padded", .cause = "dynamic shared memory", .severity = "the whole tile"},
    .expected_counters = conflict_free_counters,
};

extern constexpr Kernel swizzled{
    .name = "transpose/swizzled",
    .summary = "32 × 32 tile whose columns are exchanged by XOR: no bank conflicts and no padding",
    .parameters = kParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = conflict_free_counters,
};

extern constexpr Kernel unrolled_padded{
    .name = "transpose/unrolled-padded",
    .summary = "64 × 65 tile in shared memory, 8 elements in flight per thread of 32 × 16",
    .parameters = kUnrolledParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = [](const Problem& problem) { return tile_counters(problem["n"], kUnrolledTile, 1); },
};

extern constexpr Kernel rectangular{
    .name = "transpose/rectangular",
    .summary = "tile of fewer rows than columns, one element per thread: rows are read, shorter pieces of rows written",
    .parameters = kRectangularParameters,
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = rectangular_counters,
};

}  // namespace rooflens::kernels::transpose
