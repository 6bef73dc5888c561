// Buffers and verification of copy.
#include "kernels/copy/prepared.cuh"

#include <utility>

#include "kernels/copy/reference.hpp"
#include "kernels/device/array_map.cuh"

namespace rooflens::kernels::copy {
namespace {

constexpr unsigned int kColumns = 32;
constexpr unsigned int kRows = 8;

struct TheInput {
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const { return in[0](i); }
};

std::unique_ptr<Prepared> make(const Problem& problem, std::int64_t elements, Launch launch) {
  const auto expected = [](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], i); };
  return prepare_array_map({elements, elements}, random_inputs<1>(), TheInput{}, expected, element_label,
                           std::move(launch), problem["n"]);
}

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  return make(problem, problem["n"], std::move(launch));
}

std::unique_ptr<Prepared> make_matrix_prepared(const Problem& problem, decltype(Launch::function) function,
                                               const char* name) {
  const std::int64_t n = problem["n"];
  return make(problem, n * n, {function, name, dim3(grid_for(n, kColumns), grid_for(n, kRows)), dim3(kColumns, kRows)});
}

}  // namespace rooflens::kernels::copy
