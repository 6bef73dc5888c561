// What the kernels of stencil1d are: their parameters, their work, and the counters that follow from their code.
#include "kernels/stencil1d/family.hpp"

#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::stencil1d {
namespace {

models::Work constant_coefficients_work(const Problem& problem) { return stencil_work(problem, neighbours(problem)); }

models::Work read_only_cache_work(const Problem& problem) {
  const double coefficients = static_cast<double>(problem["radius"]) * static_cast<double>(problem["n"]);
  return stencil_work(problem, neighbours(problem) + coefficients);
}

models::Work shared_tile_work(const Problem& problem) { return stencil_work(problem, block_reads(problem)); }

// Neighbouring words, so a wavefront each: 2r loads of every warp with an output; 8 stores of a block and one of its
// halo.
std::vector<ExpectedCounter> shared_tile_counters(const Problem& problem) {
  const double loads = 2.0 * static_cast<double>(problem["radius"] * ceil_div(problem["n"], 32));
  const auto stores = static_cast<double>((kBlock / 32 + 1) * ceil_div(problem["n"], kBlock));
  return with(arithmetic_counters(problem),
              {{counter::kSharedLoads, loads}, {counter::kSharedWavefronts, loads + stores}});
}

constexpr Kernel kStencil{
    .parameters = kParameters, .device_memory = array_memory, .expected_counters = arithmetic_counters};

}  // namespace

extern constexpr Kernel constant_coefficients =
    variant_of(kStencil, "stencil1d/constant-coefficients",
               "one thread per output; coefficients in constant memory, elements from global memory")
        .against({"stencil1d/shared-tile", "elements loaded again by every neighbour", "2 radius times"})
        .with(&Kernel::work, constant_coefficients_work);

extern constexpr Kernel read_only_cache =
    variant_of(kStencil, "stencil1d/read-only-cache", "one thread per output; coefficients and elements through the L1")
        .against({"stencil1d/constant-coefficients", "coefficients through the L1", "one load in three"})
        .with(&Kernel::work, read_only_cache_work);

extern constexpr Kernel shared_tile =
    variant_of(kStencil, "stencil1d/shared-tile",
               "256 elements and their halo in shared memory; coefficients in constant memory")
        .with(&Kernel::work, shared_tile_work)
        .with(&Kernel::expected_counters, shared_tile_counters);

}  // namespace rooflens::kernels::stencil1d
