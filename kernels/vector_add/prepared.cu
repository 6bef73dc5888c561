// Buffers and verification of vector_add.
#include "kernels/vector_add/prepared.cuh"

#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/vector_add/reference.hpp"

namespace rooflens::kernels::vector_add {
namespace {

struct Sum {
  __device__ float operator()(const RandomInputs<2>& in, std::uint64_t i) const { return in[0](i) + in[1](i); }
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const std::int64_t n = problem["n"];
  const auto expected = [](const RandomInputs<2>& in, std::uint64_t i) { return reference(in[0], in[1], i); };
  return prepare_array_map({n, n}, random_inputs<2>(), Sum{}, expected, element_label, std::move(launch), n);
}

}  // namespace rooflens::kernels::vector_add
