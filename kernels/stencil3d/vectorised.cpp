// Host description of stencil3d/vectorised.
#include "kernels/stencil3d/vectorised.hpp"

#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {
namespace {

// A row that ends inside a group of four counts as if it did not.
models::Work work(const Problem& problem) {
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
std::vector<ExpectedCounter> expected(const Problem& problem) {
  if (problem["n"] % 4 != 0) return {};
  return star_counters(problem, static_cast<double>(problem["n"]) * inner_side(problem) * inner_side(problem));
}

}  // namespace

constinit const Kernel vectorised{
    .name = "stencil3d/vectorised",
    .family = "stencil3d",
    .summary =
        "marches along z with 4 points per thread in registers; other neighbours from the L1, 16 bytes at a time",
    .parameters = kCubeParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_grids,
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::stencil3d
