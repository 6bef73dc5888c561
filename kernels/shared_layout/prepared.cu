// Buffers and verification of shared_layout.
#include "kernels/shared_layout/prepared.cuh"

#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/shared_layout/conflict_family.hpp"
#include "kernels/shared_layout/reference.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

__device__ float or_zero(const UniformInput& in, std::uint64_t n, std::uint64_t i) { return i < n ? in(i) : 0.0F; }

struct Transposed {
  std::uint64_t n;
  std::uint64_t height;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const std::uint64_t within = i % (32 * height);
    return or_zero(in[0], n, i - within + within % height * 32 + within / height);
  }
};

struct ColumnSum {
  std::uint64_t ways;
  float passes;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const std::uint64_t first = i / kConflictBlock * kConflictTile + i % 32 / ways;
    float sum = 0.0F;
    for (std::uint64_t k = 0; k < kConflictTile; k += 32) sum += in[0](first + k);
    return sum * passes;
  }
};

struct Mirrored {
  std::uint64_t n;
  std::uint64_t tile;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const std::uint64_t within = i % tile;
    return or_zero(in[0], n, i - within + (within ^ 32U)) + or_zero(in[0], n, i - within + (tile - 1 - within));
  }
};

}  // namespace

std::unique_ptr<Prepared> make_round_trip(const Problem& problem, TileShape shape, Function function,
                                          const char* name) {
  const std::int64_t n = problem["n"];
  const Transposed rule{static_cast<std::uint64_t>(n), shape.height};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return transposed(in[0], rule.n, rule.height, i);
  };
  const Launch launch{function, name, dim3(grid_for(n, shape.threads)), dim3(shape.threads), shape.dynamic_bytes};
  return prepare_array_map({n, n}, random_inputs<1>(), rule, expected, element_label, launch, n);
}

std::unique_ptr<Prepared> make_conflict(const Problem& problem, std::int64_t ways, ConflictFunction function,
                                        const char* name) {
  const std::int64_t n = problem["n"];
  const std::int64_t passes = problem["passes"];
  const auto columns_of = static_cast<std::uint64_t>(ways);
  const auto expected = [columns_of, passes](const RandomInputs<1>& in, std::uint64_t i) {
    return column_sum(in[0], columns_of, static_cast<std::uint64_t>(passes), i);
  };
  const KernelLaunch<const float*, float*, std::int64_t, int, int> launch{
      function, name, dim3(grid_for(n, kConflictBlock)), dim3(kConflictBlock)};
  return prepare_array_map({conflict_blocks(problem) * kConflictTile, n},
                           random_inputs<1>(exact_sum_bits(static_cast<std::uint64_t>(32 * passes))),
                           ColumnSum{columns_of, static_cast<float>(passes)}, expected, element_label, launch, n,
                           static_cast<int>(ways), static_cast<int>(passes));
}

std::unique_ptr<Prepared> make_mirror(const Problem& problem, std::int64_t tile, Launch launch) {
  const std::int64_t n = problem["n"];
  const Mirrored rule{static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(tile)};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return mirrored(in[0], rule.n, rule.tile, i);
  };
  return prepare_array_map({n, n}, random_inputs<1>(), rule, expected, element_label, std::move(launch), n);
}

}  // namespace rooflens::kernels::shared_layout
