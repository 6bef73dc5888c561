// Host description of convolution2d/register-tiled.
#include "kernels/convolution2d/register_tiled.hpp"

#include <algorithm>

#include "kernels/convolution2d/family.hpp"
#include "kernels/convolution2d/register_tile.hpp"

namespace rooflens::kernels::convolution2d {
namespace {

// A row that ends inside a group of four counts as if it did not.
models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t radius = problem["radius"];
  const double rows = halo_reads(n, thread_rows(radius), radius);
  const std::int64_t threads = ceil_div(n, kThreadColumns);  // across a row
  const int sides = side_groups(radius);
  const double whole = kThreadColumns * neighbour_pairs(threads, sides - 1);
  const double outer =
      2.0 * outermost_columns(radius) * static_cast<double>(std::max<std::int64_t>(0, threads - sides));
  const std::int64_t block_rows = kBlockRows * thread_rows(radius);
  return convolution_work(problem, (whole + outer) * rows,
                          halo_reads(n, kBlockColumns * kThreadColumns, radius) * halo_reads(n, block_rows, radius));
}

// A thread at an edge computes all of its outputs.
std::vector<ExpectedCounter> expected(const Problem& problem) {
  const int rows = thread_rows(problem["radius"]);
  const std::int64_t threads = ceil_div(problem["n"], kThreadColumns) * ceil_div(problem["n"], rows);
  return {{counter::kFfma, taps(problem) * static_cast<double>(threads * kThreadColumns * rows)}};
}

}  // namespace

constinit const Kernel register_tiled{
    .name = "convolution2d/register-tiled",
    .family = "convolution2d",
    .summary = "4 x 8 outputs per thread: an element is loaded once for all of a thread's outputs",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = image_memory,
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::convolution2d
