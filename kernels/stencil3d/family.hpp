// What the variants of stencil3d share: a grid of n points along each of its dimensions, a star of 2 order + 1 points
// along each of them with a coefficient each, and boundary values, `order` points deep, that are kept.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/counter_names.hpp"
#include "kernels/halo.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::stencil3d {

inline constexpr int kMostOrder = 3;
inline constexpr int kMostPoints = 6 * kMostOrder + 1;

/// Blocks of basic: 32 x 8 threads, a point each.
inline constexpr int kBlockColumns = 32;
inline constexpr int kBlockRows = 8;
/// A block that marches along z takes so many planes.
inline constexpr int kPlanes = 32;
/// A block of tiled loads a cube of 8 x 8 x 8 points.
inline constexpr int kCubeTile = 8;
/// A plane of these (and of tiled in two dimensions) is 32 x 32 points, halo included.
inline constexpr int kPlaneTile = 32;

/// A block of vectorised covers 128 x 16 points of a plane, four a thread.
inline constexpr int kVectorColumns = 128;
inline constexpr int kVectorRows = 16;

inline constexpr Parameter kSideParameter{"n", "points along each dimension of the grid", 768, 1, 32768};
inline constexpr Parameter kOrderParameter{"order", "how far the stencil reaches along each dimension", 1, 1,
                                           kMostOrder};

/// 2 x 1.8 GB by default.
inline constexpr std::array kCubeParameters{kSideParameter, kOrderParameter};
inline constexpr std::array kGridParameters{kSideParameter, kOrderParameter,
                                            Parameter{"dimensions", "of the grid: 2 or 3", 3, 2, 3}};

/// The coefficients, an argument of the kernels and so constant memory: of the centre, then along x, y and z of the
/// points at -1, +1, -2, +2, ...
struct StarCoefficients {
  float at[kMostPoints];
};

[[nodiscard]] constexpr int star_points(std::int64_t order, std::int64_t dimensions) {
  return static_cast<int>(2 * order * dimensions + 1);
}

/// As far as a cube is concerned; 2 where the kernel has the parameter and it says so.
[[nodiscard]] inline std::int64_t dimensions_of(const Problem& problem) {
  return problem.values().contains("dimensions") ? problem["dimensions"] : 3;
}

[[nodiscard]] inline double grid_points(const Problem& problem) {
  return std::pow(static_cast<double>(problem["n"]), static_cast<double>(dimensions_of(problem)));
}

/// Points that are no boundary values, along one axis and in all.
[[nodiscard]] inline double inner_side(const Problem& problem) {
  return static_cast<double>(std::max<std::int64_t>(0, problem["n"] - 2 * problem["order"]));
}
[[nodiscard]] inline double inner_points(const Problem& problem) {
  return std::pow(inner_side(problem), static_cast<double>(dimensions_of(problem)));
}

/// `requested` and `ideal` floats read. A point of p = 2 dimensions order + 1 takes p products and p - 1 sums: 2p - 1
/// operations, 13 for seven points, as one FMUL and p - 1 FFMA do. All points written; compulsory: all read.
[[nodiscard]] inline models::Work stencil_work(const Problem& problem, double requested, double ideal) {
  const double points = star_points(problem["order"], dimensions_of(problem));
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations((2.0 * points - 1.0) * inner_points(problem));
  const models::Bytes written = float_bytes(grid_points(problem));
  work.requested = {float_bytes(requested), written};
  work.ideal_l2 = {whole_sectors(float_bytes(ideal)), whole_sectors(written)};
  work.compulsory = {written, written};
  return work;
}

/// What blocks of x * y * z points read, each with a halo of `order` in each direction, but no corners.
[[nodiscard]] inline double star_reads(const Problem& problem, std::int64_t x, std::int64_t y, std::int64_t z) {
  const std::int64_t n = problem["n"];
  const std::int64_t order = problem["order"];
  double reads = halo_reads(n, x, order) + halo_reads(n, y, order) - static_cast<double>(n);
  if (dimensions_of(problem) == 3) reads += halo_reads(n, z, order) - static_cast<double>(n);
  return reads * grid_points(problem) / static_cast<double>(n);
}

/// `computed` points, an FMUL and p - 1 FFMA each.
[[nodiscard]] inline std::vector<ExpectedCounter> star_counters(const Problem& problem, double computed) {
  const double points = star_points(problem["order"], dimensions_of(problem));
  return {{counter::kFmul, computed}, {counter::kFfma, (points - 1.0) * computed}, {counter::kFadd, 0}};
}

/// The variants that compute the inner points and no others.
[[nodiscard]] inline std::vector<ExpectedCounter> inner_counters(const Problem& problem) {
  return star_counters(problem, inner_points(problem));
}

/// Input and output.
[[nodiscard]] inline models::Bytes two_grids(const Problem& problem) { return float_bytes(2.0 * grid_points(problem)); }

/// The variants that march along z with planes of 32 x 32 points, halo included: they read the whole squares.
[[nodiscard]] inline models::Work marching_work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t order = problem["order"];
  const double side = halo_reads(n, kPlaneTile - 2 * order, order);
  const double reads = side * side * halo_reads(n, kPlanes, order);
  return stencil_work(problem, reads, reads);
}

// out = sum over the star of coefficient * in, on the CPU in FP64, one point at a time; boundary values are kept.

struct Volume {
  std::int64_t n = 0;  ///< points along each dimension
  std::int64_t order = 0;
  std::int64_t dimensions = 0;  ///< 2 or 3
};

/// Point `index` of the output; x runs fastest. Coefficients: the centre's, then along x, y and z those of the points
/// at -1, +1, -2, +2, ...
[[nodiscard]] inline double reference(const Input& in, const Input& coefficients, const Volume& grid,
                                      std::uint64_t index) {
  std::uint64_t coefficient = 0;
  double sum = double{coefficients(coefficient++)} * double{in(index)};
  std::int64_t stride = 1;
  for (std::int64_t axis = 0; axis < grid.dimensions; ++axis, stride *= grid.n) {
    const std::int64_t place = static_cast<std::int64_t>(index) / stride % grid.n;
    if (place < grid.order || place >= grid.n - grid.order) return double{in(index)};
    for (std::int64_t distance = 1; distance <= grid.order; ++distance) {
      const auto reach = static_cast<std::uint64_t>(distance * stride);
      sum += double{coefficients(coefficient++)} * double{in(index - reach)};
      sum += double{coefficients(coefficient++)} * double{in(index + reach)};
    }
  }
  return sum;
}

}  // namespace rooflens::kernels::stencil3d
