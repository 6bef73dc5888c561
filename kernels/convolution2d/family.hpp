// What the variants of convolution2d share: parameters, filter, and the work as far as it is the same. An image of n x
// n and a filter of (2r + 1)^2; what lies outside the image is zero and is multiplied like the rest, so that every
// output takes (2r + 1)^2 multiply-adds, on which the instruction counters agree.
#pragma once

#include <array>
#include <vector>

#include "kernels/counter_names.hpp"
#include "kernels/halo.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::convolution2d {

inline constexpr int kMostRadius = 7;
inline constexpr int kMostTaps = (2 * kMostRadius + 1) * (2 * kMostRadius + 1);

/// The variants without a tile: blocks of 32 x 8 threads, an output each.
inline constexpr int kBlockColumns = 32;
inline constexpr int kBlockRows = 8;
/// The variants with one: 32 x 32 elements in shared memory, and as many threads.
inline constexpr int kTile = 32;

/// register-tiled: a thread computes this many neighbouring columns ...
inline constexpr int kThreadColumns = 4;
/// ... of this many rows: fewer for large filters, whose unrolled code would not stay in the instruction cache.
[[nodiscard]] constexpr int thread_rows(std::int64_t radius) { return radius < 4 ? 8 : 4; }
/// Groups of four columns on either side that it reads.
[[nodiscard]] constexpr int side_groups(std::int64_t radius) { return static_cast<int>((radius + 3) / 4); }
/// Columns that it reads of the outermost of them: what the filter reaches, as a load of 4, 8 or 16 bytes.
[[nodiscard]] constexpr int outermost_columns(std::int64_t radius) {
  const auto reached = static_cast<int>((radius - 1) % 4 + 1);
  return reached == 3 ? 4 : reached;
}

/// 2 x 1 GiB by default.
inline constexpr std::array kParameters{
    Parameter{"n", "rows and columns of the square image", 16384, 1, 131072},
    Parameter{"radius", "of the filter, which has (2 radius + 1)^2 taps", 2, 1, kMostRadius},
};

/// A filter as an argument of a kernel: arguments are constant memory.
struct Filter {
  float at[kMostTaps];
};

[[nodiscard]] inline double outputs(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return n * n;
}

[[nodiscard]] inline double taps(const Problem& problem) {
  const auto diameter = static_cast<double>(2 * problem["radius"] + 1);
  return diameter * diameter;
}

/// Pairs of an output and an element of the image under its filter.
[[nodiscard]] inline double taps_inside(const Problem& problem) {
  const double pairs = neighbour_pairs(problem["n"], problem["radius"]);
  return pairs * pairs;
}

/// `requested` and `ideal` floats read. 2 (2r + 1)^2 n^2 operations, 4n^2 bytes written; compulsory 4n^2 read, the
/// filter left out.
[[nodiscard]] inline models::Work convolution_work(const Problem& problem, double requested, double ideal) {
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations(2.0 * taps(problem) * outputs(problem));
  const models::Bytes written = float_bytes(outputs(problem));
  work.requested = {float_bytes(requested), written};
  work.ideal_l2 = {whole_sectors(float_bytes(ideal)), whole_sectors(written)};
  work.compulsory = {written, written};
  return work;
}

/// What blocks of 32 x 8 outputs read with their halo, once.
[[nodiscard]] inline double block_reads(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t radius = problem["radius"];
  return halo_reads(n, kBlockColumns, radius) * halo_reads(n, kBlockRows, radius);
}

/// An FFMA for each tap of each output.
[[nodiscard]] inline std::vector<ExpectedCounter> tap_counters(const Problem& problem) {
  return {{counter::kFfma, taps(problem) * outputs(problem)}};
}

/// Image, output and filter.
[[nodiscard]] inline models::Bytes image_memory(const Problem& problem) {
  return float_bytes(2.0 * outputs(problem) + taps(problem));
}

// out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx], zero outside the image; on the
// CPU in FP64, one element at a time.

/// Element `index` of the row-major n x n output.
[[nodiscard]] inline double reference(const Input& in, const Input& filter, std::int64_t n, std::int64_t radius,
                                      std::uint64_t index) {
  const std::int64_t row = static_cast<std::int64_t>(index) / n;
  const std::int64_t column = static_cast<std::int64_t>(index) % n;
  double sum = 0;
  std::uint64_t tap = 0;
  for (std::int64_t y = row - radius; y <= row + radius; ++y) {
    for (std::int64_t x = column - radius; x <= column + radius; ++x, ++tap) {
      if (y < 0 || y >= n || x < 0 || x >= n) continue;
      sum += double{filter(tap)} * double{in(static_cast<std::uint64_t>(y * n + x))};
    }
  }
  return sum;
}

}  // namespace rooflens::kernels::convolution2d
