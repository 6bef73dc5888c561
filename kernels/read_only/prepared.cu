// Buffers and verification of read_only. Sums of so few bits are exact in every order, so the tolerance is zero.
#include "kernels/read_only/prepared.cuh"

#include <utility>

#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"
#include "kernels/read_only/reference.hpp"

namespace rooflens::kernels::read_only {
namespace {

// In integers, unlike the CPU reference.
struct IsSum {
  const float* out;
  UniformInput in;
  std::uint64_t step;
  __device__ bool operator()(std::uint64_t i) const {
    long long sum = 0;
    for (std::uint64_t k = 0; k < kWindow; ++k) sum += in.scaled(step * (i + k));
    return static_cast<double>(out[i]) == static_cast<double>(sum) / static_cast<double>(1 << in.bits);
  }
};

class ReadOnly final : public Prepared {
 public:
  ReadOnly(std::int64_t n, std::int64_t step, Launch launch)
      : n_(n),
        step_(step),
        launch_(std::move(launch)),
        in_(static_cast<std::size_t>(input_elements(n, step))),
        out_(static_cast<std::size_t>(n)) {
    fill(in_, input_);
  }

  void launch() override { launch_(in_.data(), out_.data(), n_, step_); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const Input in = input_;
    const auto expected = [&](std::uint64_t i) { return reference(in, step_, i); };
    return verify_elements(out_.data(), out_.size(), IsSum{out_.data(), input_, static_cast<std::uint64_t>(step_)},
                           input_.seed, expected, element_label);
  }

 private:
  std::int64_t n_;
  std::int64_t step_;
  Launch launch_;
  UniformInput input_{next_seed(), exact_sum_bits(kWindow)};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, std::int64_t step) {
  return std::make_unique<ReadOnly>(problem["n"], step, std::move(launch));
}

}  // namespace rooflens::kernels::read_only
