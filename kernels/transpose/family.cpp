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

constexpr Kernel kTranspose{.parameters = kParameters, .work = transpose_work, .device_memory = two_matrices};

}  // namespace

extern constexpr Kernel naive_row =
    variant_of(kTranspose, "transpose/naive-row",
               "reads rows, writes columns: every store of a warp goes to a sector of its own")
        .against({"copy/row", "uncoalesced stores", "32 sectors per request instead of 4"})
        .with(&Kernel::expected_counters, [](const Problem& problem) {
          return naive_counters(problem, counter::kGlobalLoadSectors, counter::kGlobalStoreSectors);
        });

extern constexpr Kernel tiled =
    variant_of(kTranspose, "transpose/tiled",
               "32 × 32 tile in shared memory: coalesced both ways, but with 32-way bank conflicts")
        .against({"transpose/padded", "bank conflicts", "32-way"})
        .with(&Kernel::expected_counters,
              [](const Problem& problem) { return tile_counters(problem["n"], kTile, kTile); });

extern constexpr Kernel padded =
    variant_of(kTranspose, "transpose/padded", "32 × 33 tile in shared memory: coalesced both ways, no bank conflicts")
        .with(&Kernel::expected_counters, conflict_free_counters);

extern constexpr Kernel naive_column =
    variant_of(kTranspose, "transpose/naive-column",
               "reads columns, writes rows: every load of a warp comes from a sector of its own")
        .against({"copy/row", "uncoalesced loads", "32 sectors per request instead of 4"})
        .with(&Kernel::expected_counters, [](const Problem& problem) {
          return naive_counters(problem, counter::kGlobalStoreSectors, counter::kGlobalLoadSectors);
        });

extern constexpr Kernel dynamic_shared =
    variant_of(kTranspose, "transpose/dynamic-shared",
               "the 32 × 33 tile of padded in shared memory whose size is given at the launch")
        .against({"transpose/padded", "dynamic shared memory", "the whole tile"})
        .with(&Kernel::expected_counters, conflict_free_counters);

extern constexpr Kernel swizzled =
    variant_of(kTranspose, "transpose/swizzled",
               "32 × 32 tile whose columns are exchanged by XOR: no bank conflicts and no padding")
        .with(&Kernel::expected_counters, conflict_free_counters);

extern constexpr Kernel unrolled_padded =
    variant_of(kTranspose, "transpose/unrolled-padded",
               "64 × 65 tile in shared memory, 8 elements in flight per thread of 32 × 16")
        .with(&Kernel::parameters, kUnrolledParameters)
        .with(&Kernel::expected_counters,
              [](const Problem& problem) { return tile_counters(problem["n"], kUnrolledTile, 1); });

extern constexpr Kernel rectangular =
    variant_of(kTranspose, "transpose/rectangular",
               "tile of fewer rows than columns, one element per thread: rows are read, shorter pieces of rows written")
        .with(&Kernel::parameters, kRectangularParameters)
        .with(&Kernel::expected_counters, rectangular_counters);

}  // namespace rooflens::kernels::transpose
