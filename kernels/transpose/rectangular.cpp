// Host description of transpose/rectangular.
#include "kernels/transpose/rectangular.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

namespace {

constexpr std::array kRectangularParameters{
    kSide,
    Parameter{"rows", "rows of the tile, and threads of a block along y", 16, 8, 32, 1, true},
};

// Whole tiles: 32 / rows pieces of rows / 8 sectors are written a warp, 4 sectors as ever.
ExpectedCounters counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return n % kTile == 0 ? tile_counters(n, kTile, 1)
                        : ExpectedCounters{expect(counter::kGlobalLoadSectors, row_sectors(n))};
}

}  // namespace

constinit const Kernel rectangular{
    .name = "transpose/rectangular",
    .family = "transpose",
    .summary = "tile of fewer rows than columns, one element a thread: rows are read, shorter pieces of rows written",
    .parameters = kRectangularParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = counters,
};

}  // namespace rooflens::kernels::transpose
