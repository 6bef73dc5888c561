// The kernel, buffers and verification of coalescing. Sums of so few bits are exact in every order, so the tolerance is
// zero.
#include "kernels/coalescing/prepared.cuh"

#include <utility>

#include "kernels/coalescing/reference.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"

namespace rooflens::kernels::coalescing {

constexpr unsigned int kBlock = 256;

// (in, out, n, pattern)
using Launch = KernelLaunch<const float*, float*, std::int64_t, Pattern>;

// The number of terms is known to the compiler, so all loads come before the first addition; their distance is not, so
// that it cannot merge loads of neighbours into wider ones.
template <int terms>
__global__ void gather_kernel(const float* in, float* out, std::int64_t n, Pattern pattern) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* first = in + pattern.shift + pattern.step * i;
  float sum = first[0];
#pragma unroll
  for (int term = 1; term < terms; ++term) sum += first[pattern.term_step * term];
  out[i] = sum;
}

namespace {

// In integers, unlike the CPU reference.
struct IsSum {
  const float* out;
  UniformInput in;
  Pattern pattern;
  __device__ bool operator()(std::uint64_t i) const {
    long long sum = 0;
    for (int term = 0; term < pattern.terms; ++term) {
      sum += in.scaled(static_cast<std::uint64_t>(pattern.shift + pattern.term_step * term) +
                       static_cast<std::uint64_t>(pattern.step) * i);
    }
    return static_cast<double>(out[i]) == static_cast<double>(sum) / static_cast<double>(1 << in.bits);
  }
};

class Coalescing final : public Prepared {
 public:
  Coalescing(std::int64_t n, const Pattern& pattern, Launch launch)
      : n_(n),
        pattern_(pattern),
        launch_(std::move(launch)),
        input_{next_seed(), exact_sum_bits(static_cast<std::uint64_t>(pattern.terms))},
        in_(static_cast<std::size_t>(input_elements(n, pattern))),
        out_(static_cast<std::size_t>(n)) {
    fill(in_, input_);
  }

  void launch() override { launch_(in_.data(), out_.data(), n_, pattern_); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const Input in = input_;
    const auto expected = [&](std::uint64_t i) { return reference(in, pattern_, i); };
    return verify_elements(out_.data(), out_.size(), IsSum{out_.data(), input_, pattern_}, input_.seed, expected,
                           element_label);
  }

 private:
  std::int64_t n_;
  Pattern pattern_;
  Launch launch_;
  UniformInput input_;
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, const Pattern& pattern) {
  const std::int64_t n = problem["n"];
  Launch launch{gather_kernel<1>, "rooflens::kernels::coalescing::gather_kernel<1>", dim3(grid_for(n, kBlock)),
                dim3(kBlock)};
  if (pattern.terms == kFields) {
    launch.function = gather_kernel<kFields>;
    launch.name = "rooflens::kernels::coalescing::gather_kernel<4>";
  }
  return std::make_unique<Coalescing>(n, pattern, std::move(launch));
}

}  // namespace rooflens::kernels::coalescing
