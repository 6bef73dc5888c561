// Buffers and verification of saxpy.
#include "kernels/saxpy/prepared.cuh"

#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {
namespace {

struct ScaledSum {
  __device__ float operator()(const RandomInputs<2>& in, std::uint64_t i) const {
    return __fmaf_rn(kA, in[0](i), in[1](i));
  }
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const std::int64_t n = problem["n"];
  const auto expected = [](const RandomInputs<2>& in, std::uint64_t i) { return reference(in[0], in[1], i); };
  return prepare_array_map({n, n}, random_inputs<2>(), ScaledSum{}, expected, element_label, std::move(launch), n);
}

}  // namespace rooflens::kernels::saxpy
