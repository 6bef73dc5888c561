// The kernel, table, buffers and verification of constant_memory. Sums of so few bits are exact in every order, so the
// tolerance is zero.
#include "kernels/constant_memory/prepared.cuh"

#include "kernels/constant_memory/family.hpp"
#include "kernels/device/array_map.cuh"

namespace rooflens::kernels::constant_memory {

constexpr unsigned int kBlock = 256;

// (in, out, n, stride)
using Launch = KernelLaunch<const float*, float*, std::int64_t, unsigned int>;

__constant__ float constant_table[kTableElements];

__global__ void table_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                             unsigned int stride) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto first = static_cast<unsigned int>(first_entry(static_cast<std::uint64_t>(i), stride));
  float sum = in[i];
#pragma unroll 16
  for (unsigned int k = 0; k < kTerms; ++k) sum += constant_table[(first + k) % kTableElements];
  out[i] = sum;
}

namespace {

constexpr int kInputBits = exact_sum_bits(kTerms + 1);

// The same in every run: all problems that are prepared share the one table there is.
constexpr UniformInput kTable{0, kInputBits};

void fill_table() {
  DeviceBuffer<float> values(kTableElements);
  fill(values, kTable);
  ROOFLENS_CUDA(
      cudaMemcpyToSymbol(constant_table, values.data(), kTableElements * sizeof(float), 0, cudaMemcpyDeviceToDevice));
}

// In integers, unlike the CPU reference.
struct Sum {
  UniformInput table;
  std::uint64_t stride;
  __device__ double operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    long long sum = in[0].scaled(i);
    for (std::uint64_t k = 0; k < kTerms; ++k) sum += table.scaled((first_entry(i, stride) + k) % kTableElements);
    return static_cast<double>(sum) / static_cast<double>(1 << in[0].bits);
  }
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, std::int64_t stride) {
  const std::int64_t n = problem["n"];
  const Sum rule{kTable, static_cast<std::uint64_t>(stride)};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return reference(in[0], rule.table, rule.stride, i);
  };
  fill_table();
  const Launch launch{table_kernel, "rooflens::kernels::constant_memory::table_kernel", dim3(grid_for(n, kBlock)),
                      dim3(kBlock)};
  return prepare_array_map({n, n}, random_inputs<1>(kInputBits), rule, expected, element_label, launch, n,
                           static_cast<unsigned int>(stride));
}

}  // namespace rooflens::kernels::constant_memory
