// What the kernels of stencil3d are: their parameters, their work, and the counters that follow from their code.
#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {
namespace {

models::Work basic_work(const Problem& problem) {
  const double inner = inner_points(problem);
  const double points = star_points(problem["order"], dimensions_of(problem));
  return stencil_work(problem, inner * points + grid_points(problem) - inner,
                      star_reads(problem, kBlockColumns, kBlockRows, 1));
}

models::Work tiled_work(const Problem& problem) {
  const std::int64_t tile = problem["dimensions"] == 3 ? kCubeTile : kPlaneTile;
  const double side = halo_reads(problem["n"], tile - 2 * problem["order"], problem["order"]);
  const double reads = std::pow(side, static_cast<double>(problem["dimensions"]));
  return stencil_work(problem, reads, reads);
}

// A row that ends inside a group of four counts as if it did not.
models::Work vectorised_work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t order = problem["order"];
  const auto groups = static_cast<double>(ceil_div(n, 4));
  const double inner_rows = inner_side(problem) * inner_side(problem);
  const double own = groups * static_cast<double>(n) * halo_reads(n, kPlanes, order);
  const double in_y = groups * 2.0 * static_cast<double>(order) * inner_rows;
  const double reached =
      order == 3 ? 4 : static_cast<double>(order);  // of the groups beside, by loads of 4, 8, 16 bytes
  const double in_x = 2.0 * reached * (groups - 1.0) * inner_rows;
  return stencil_work(problem, 4.0 * (own + in_y) + in_x, star_reads(problem, kVectorColumns, kVectorRows, kPlanes));
}

// All four points of a group are computed where its row has inner points; nothing is claimed where rows end inside one.
std::vector<ExpectedCounter> vectorised_counters(const Problem& problem) {
  if (problem["n"] % 4 != 0) return {};
  return star_counters(problem, static_cast<double>(problem["n"]) * inner_side(problem) * inner_side(problem));
}

constexpr Kernel kStencil{
    .parameters = kCubeParameters, .device_memory = two_grids, .expected_counters = inner_counters};

}  // namespace

extern constexpr Kernel basic =
    variant_of(kStencil, "stencil3d/basic", "one thread per point, every neighbour from global memory")
        .against({"stencil3d/vectorised", "no reuse in registers", "a load per multiply-add"})
        .with(&Kernel::parameters, kGridParameters)
        .with(&Kernel::work, basic_work);

extern constexpr Kernel tiled =
    variant_of(kStencil, "stencil3d/tiled",
               "8 × 8 × 8 points with their halo in shared memory (in two dimensions 32 × 32)")
        .against({"stencil3d/coarsened", "halo of a small tile", "296 of 512 points with order 1"})
        .with(&Kernel::parameters, kGridParameters)
        .with(&Kernel::work, tiled_work);

extern constexpr Kernel coarsened =
    variant_of(kStencil, "stencil3d/coarsened",
               "marches along z: 2 order + 1 planes of 32 × 32 points in shared memory")
        .against(
            {"stencil3d/register-tiled", "neighbours of the own thread in shared memory", "2 order + 1 of the loads"})
        .with(&Kernel::work, marching_work);

extern constexpr Kernel register_tiled =
    variant_of(kStencil, "stencil3d/register-tiled",
               "marches along z: neighbours in z in registers, the current plane in shared memory")
        .against({"stencil3d/vectorised", "threads that only load", "124 of 1024 with order 1"})
        .with(&Kernel::work, marching_work);

extern constexpr Kernel vectorised =
    variant_of(
        kStencil, "stencil3d/vectorised",
        "marches along z with 4 points per thread in registers; other neighbours from the L1, 16 bytes at a time")
        .with(&Kernel::work, vectorised_work)
        .with(&Kernel::expected_counters, vectorised_counters);

}  // namespace rooflens::kernels::stencil3d
