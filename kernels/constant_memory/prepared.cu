// The kernel, table, buffers and verification of constant_memory. Sums of so few bits are exact in every order, so the
// tolerance is zero.
#include "kernels/constant_memory/prepared.cuh"

#include <utility>

#include "kernels/constant_memory/reference.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"

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
struct IsSum {
  const float* out;
  UniformInput in;
  UniformInput table;
  std::uint64_t stride;
  __device__ bool operator()(std::uint64_t i) const {
    long long sum = in.scaled(i);
    for (std::uint64_t k = 0; k < kTerms; ++k) sum += table.scaled((first_entry(i, stride) + k) % kTableElements);
    return static_cast<double>(out[i]) == static_cast<double>(sum) / static_cast<double>(1 << in.bits);
  }
};

class ConstantMemory final : public Prepared {
 public:
  ConstantMemory(std::int64_t n, std::int64_t stride)
      : n_(n), stride_(static_cast<unsigned int>(stride)), in_(static_cast<std::size_t>(n)), out_(in_.size()) {
    fill(in_, input_);
    fill_table();
  }

  void launch() override { launch_(in_.data(), out_.data(), n_, stride_); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const Input in = input_;
    const Input table = kTable;
    const auto expected = [&](std::uint64_t i) { return reference(in, table, stride_, i); };
    return verify_elements(out_.data(), out_.size(), IsSum{out_.data(), input_, kTable, stride_}, input_.seed, expected,
                           element_label);
  }

 private:
  std::int64_t n_;
  unsigned int stride_;
  Launch launch_{table_kernel, "rooflens::kernels::constant_memory::table_kernel", dim3(grid_for(n_, kBlock)),
                 dim3(kBlock)};
  UniformInput input_{next_seed(), kInputBits};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, std::int64_t stride) {
  return std::make_unique<ConstantMemory>(problem["n"], stride);
}

}  // namespace rooflens::kernels::constant_memory
