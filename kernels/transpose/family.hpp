// What the variants of transpose share: the parameters, the tile, the work, which is the same for all of them, and the
// closed forms of what a variant wastes beyond it.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::transpose {

/// A block of 32 x rows threads moves a tile of 32 x 32 elements; the naive ones and the rectangular one a tile of 32 x
/// rows, unrolled-padded one of 64 x 64.
inline constexpr unsigned int kTile = 32;
inline constexpr unsigned int kUnrolledTile = 64;

/// 2 x 1 GiB by default.
inline constexpr Parameter kSide{"n", "rows and columns of the square matrix", 16384, 1, 131072};
[[nodiscard]] constexpr Parameter rows(std::int64_t usual) {
  return {"rows", "threads of a block along y; 32 lie along x", usual, 4, 32, 1, true};
}
inline constexpr std::array kParameters{kSide, rows(8)};

/// No FLOPs; 4n^2 bytes read and 4n^2 written at every level.
[[nodiscard]] inline models::Work transpose_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return moved_once(float_bytes(n * n), float_bytes(n * n));
}

/// Two matrices of n x n floats.
[[nodiscard]] inline models::Bytes two_matrices(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return 2.0 * float_bytes(n * n);
}

/// Without a tile: rows are taken by `row_sectors`, and the other side a sector an element, once no two rows share one.
[[nodiscard]] inline ExpectedCounters naive_counters(const Problem& problem, std::string_view along_rows,
                                                     std::string_view along_columns) {
  const std::int64_t n = problem["n"];
  const std::int64_t instructions = n * ceil_div(n, kWarpLanes);
  ExpectedCounters counters{expect(counter::kGlobalLoads, instructions), expect(counter::kGlobalStores, instructions),
                            expect(along_rows, row_sectors(n))};
  if (n >= kFloatsPerSector) counters.push_back(expect(along_columns, n * n));
  return counters;
}

/// Whole tiles of side `tile`: each element is loaded, stored, and passes the tile once; a shared load takes `ways`
/// wavefronts. At the edge of other matrices some instructions run with no lane on; their sectors still hold.
[[nodiscard]] inline ExpectedCounters tile_counters(std::int64_t n, std::int64_t tile, std::int64_t ways) {
  ExpectedCounters counters{expect(counter::kGlobalLoadSectors, row_sectors(n)),
                            expect(counter::kGlobalStoreSectors, row_sectors(n))};
  if (n % tile != 0) return counters;
  const std::int64_t warps = n * n / kWarpLanes;
  for (const std::string_view name :
       {counter::kGlobalLoads, counter::kGlobalStores, counter::kSharedLoads, counter::kSharedStores}) {
    counters.push_back(expect(name, warps));
  }
  counters.push_back(expect(counter::kSharedWavefronts, warps * (1 + ways)));
  return counters;
}

[[nodiscard]] inline ExpectedCounters conflict_free_counters(const Problem& problem) {
  return tile_counters(problem["n"], kTile, 1);
}

// for r, c in 0..n-1: out[c][r] = in[r][c], on the CPU, one element at a time.

/// Element `index` of the row-major n x n output.
[[nodiscard]] inline float reference(const Input& in, std::uint64_t n, std::uint64_t index) {
  const std::uint64_t row = index / n;
  const std::uint64_t column = index % n;
  return in(column * n + row);
}

}  // namespace rooflens::kernels::transpose
