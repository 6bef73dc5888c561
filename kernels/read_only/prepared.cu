// Buffers and verification of read_only. Sums of so few bits are exact in every order, so the tolerance is zero.
#include "kernels/read_only/prepared.cuh"

#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/read_only/family.hpp"

namespace rooflens::kernels::read_only {
namespace {

// In integers, unlike the CPU reference.
struct Sum {
  std::uint64_t step;
  __device__ double operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    long long sum = 0;
    for (std::uint64_t k = 0; k < kWindow; ++k) sum += in[0].scaled(step * (i + k));
    return static_cast<double>(sum) / static_cast<double>(1 << in[0].bits);
  }
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, std::int64_t step) {
  const std::int64_t n = problem["n"];
  const auto expected = [step](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], step, i); };
  return prepare_array_map({input_elements(n, step), n}, random_inputs<1>(exact_sum_bits(kWindow)),
                           Sum{static_cast<std::uint64_t>(step)}, expected, element_label, std::move(launch), n, step);
}

}  // namespace rooflens::kernels::read_only
