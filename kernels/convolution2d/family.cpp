// What the kernels of convolution2d are: their parameters, their work, and the counters that follow from their code.
#include "kernels/convolution2d/family.hpp"

#include <algorithm>

#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::convolution2d {
namespace {

models::Work basic_work(const Problem& problem) {
  return convolution_work(problem, taps_inside(problem) + taps(problem) * outputs(problem), block_reads(problem));
}

models::Work constant_memory_work(const Problem& problem) {
  return convolution_work(problem, taps_inside(problem), block_reads(problem));
}

std::int64_t tile_outputs(const Problem& problem) { return kTile - 2 * problem["radius"]; }

models::Work tiled_halo_work(const Problem& problem) {
  const double side = halo_reads(problem["n"], tile_outputs(problem), problem["radius"]);
  return convolution_work(problem, side * side, side * side);
}

// Every thread stores one element. A warp is a row of a tile: per tap it loads once in every column of tiles and every
// row of outputs, neighbouring words and so in one wavefront.
std::vector<ExpectedCounter> tiled_halo_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t tiles = ceil_div(n, tile_outputs(problem));
  const double loads = taps(problem) * static_cast<double>(tiles * n);
  const auto stores = static_cast<double>(tiles * tiles * kTile);
  return with(
      tap_counters(problem),
      {{counter::kSharedLoads, loads}, {counter::kSharedStores, stores}, {counter::kSharedWavefronts, loads + stores}});
}

models::Work tiled_cached_halo_work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t radius = problem["radius"];
  const double in_tiles = static_cast<double>(n / kTile) * neighbour_pairs(kTile, radius) +
                          neighbour_pairs(n % kTile, radius);  // taps within the tile of their output, along one axis
  const double side = halo_reads(n, kTile, radius);
  return convolution_work(problem, outputs(problem) + taps_inside(problem) - in_tiles * in_tiles, side * side);
}

// A row that ends inside a group of four counts as if it did not.
models::Work register_tiled_work(const Problem& problem) {
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
std::vector<ExpectedCounter> register_tiled_counters(const Problem& problem) {
  const int rows = thread_rows(problem["radius"]);
  const std::int64_t threads = ceil_div(problem["n"], kThreadColumns) * ceil_div(problem["n"], rows);
  return {{counter::kFfma, taps(problem) * static_cast<double>(threads * kThreadColumns * rows)}};
}

constexpr Kernel kConvolution{
    .parameters = kParameters, .device_memory = image_memory, .expected_counters = tap_counters};

}  // namespace

extern constexpr Kernel basic =
    variant_of(kConvolution, "convolution2d/basic", "one thread per output; filter and image from global memory")
        .against({"convolution2d/constant-memory", "filter in global memory", "a load per multiply-add"})
        .with(&Kernel::work, basic_work);

extern constexpr Kernel constant_memory =
    variant_of(kConvolution, "convolution2d/constant-memory", "one thread per output; the filter in constant memory")
        .against({"convolution2d/register-tiled", "no reuse in registers", "a load per multiply-add"})
        .with(&Kernel::work, constant_memory_work);

extern constexpr Kernel tiled_halo =
    variant_of(kConvolution, "convolution2d/tiled-halo",
               "32 × 32 elements with their halo in shared memory; the threads of the halo only load")
        .against({"convolution2d/register-tiled", "no reuse in registers", "a shared load per multiply-add"})
        .with(&Kernel::work, tiled_halo_work)
        .with(&Kernel::expected_counters, tiled_halo_counters);

extern constexpr Kernel tiled_cached_halo =
    variant_of(kConvolution, "convolution2d/tiled-cached-halo",
               "32 × 32 elements without halo in shared memory; neighbours beyond them from L1 and L2")
        .against({"convolution2d/tiled-halo", "divergence at the edge of a tile", "parameter radius"})
        .with(&Kernel::work, tiled_cached_halo_work);

extern constexpr Kernel register_tiled =
    variant_of(kConvolution, "convolution2d/register-tiled",
               "4 × 8 outputs per thread: an element is loaded once for all of a thread's outputs")
        .with(&Kernel::work, register_tiled_work)
        .with(&Kernel::expected_counters, register_tiled_counters);

}  // namespace rooflens::kernels::convolution2d
