// Buffers and verification of parallelism. The inputs have so few bits that the chains of additions are exact, so the
// tolerance is zero.
#include "kernels/parallelism/prepared.cuh"

#include <utility>

#include "kernels/device/verify_elements.cuh"
#include "kernels/parallelism/reference.hpp"
#include "kernels/random.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr int kInputBits = 12;
static_assert(kValuesFactor << kInputBits < 1 << 24 && kChainFactor << kInputBits < 1 << 24);

// In integers, unlike the CPU reference.
struct IsMultiple {
  const float* out;
  UniformInput in;
  std::int64_t factor;
  __device__ bool operator()(std::uint64_t i) const {
    return static_cast<double>(out[i]) * static_cast<double>(1 << in.bits) ==
           static_cast<double>(factor * in.scaled(i));
  }
};

class Parallelism final : public Prepared {
 public:
  Parallelism(std::int64_t n, Launch launch, std::int64_t factor)
      : n_(n),
        launch_(std::move(launch)),
        factor_(factor),
        in_(static_cast<std::size_t>(n)),
        out_(static_cast<std::size_t>(n)) {
    fill(in_, input_);
  }

  void launch() override { launch_(in_.data(), out_.data(), n_, 1.0f); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const Input in = input_;
    const auto expected = [&](std::uint64_t i) { return reference(in, factor_, i); };
    return verify_elements(out_.data(), out_.size(), IsMultiple{out_.data(), input_, factor_}, input_.seed, expected,
                           element_label);
  }

 private:
  std::int64_t n_;
  Launch launch_;
  std::int64_t factor_;
  UniformInput input_{next_seed(), kInputBits};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, std::int64_t factor) {
  return std::make_unique<Parallelism>(problem["n"], std::move(launch), factor);
}

}  // namespace rooflens::kernels::parallelism
