// Buffers and verification of stencil1d. The inputs have so few bits that FP32 sums of their products are exact in
// every order, so the tolerance is zero.
#include "kernels/stencil1d/prepared.cuh"

#include <type_traits>
#include <utility>

#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"
#include "kernels/stencil1d/reference.hpp"

namespace rooflens::kernels::stencil1d {
namespace {

// In integers, unlike the CPU reference.
struct IsStencil {
  const float* out;
  UniformInput in;
  UniformInput coefficients;
  std::int64_t n;
  std::int64_t radius;
  __device__ bool operator()(std::uint64_t index) const {
    const auto i = static_cast<std::int64_t>(index);
    long long sum = 0;
    for (std::int64_t k = 1; k <= radius; ++k) {
      const long long right = i + k < n ? in.scaled(static_cast<std::uint64_t>(i + k)) : 0;
      const long long left = i - k >= 0 ? in.scaled(static_cast<std::uint64_t>(i - k)) : 0;
      sum += coefficients.scaled(static_cast<std::uint64_t>(k - 1)) * (right - left);
    }
    const auto unit = static_cast<double>(1LL << (in.bits + coefficients.bits));
    return static_cast<double>(out[index]) == static_cast<double>(sum) / unit;
  }
};

template <typename CoefficientArgument>
class Stencil final : public Prepared {
 public:
  Stencil(std::int64_t n, std::int64_t radius, Launch<CoefficientArgument> launch)
      : n_(n),
        radius_(radius),
        launch_(std::move(launch)),
        in_(static_cast<std::size_t>(n)),
        out_(static_cast<std::size_t>(n)),
        coefficients_(kMostRadius) {
    fill(in_, in_input_);
    fill(coefficients_, coefficient_input_);
    for (std::uint64_t i = 0; i < kMostRadius; ++i) argument_.at[i] = coefficient_input_(i);
  }

  void launch() override {
    if constexpr (std::is_same_v<CoefficientArgument, Coefficients>) {
      launch_(in_.data(), argument_, out_.data(), n_);
    } else {
      launch_(in_.data(), coefficients_.data(), out_.data(), n_);
    }
  }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const Input in = in_input_;
    const Input coefficients = coefficient_input_;
    const auto expected = [&](std::uint64_t i) {
      return reference(in, coefficients, n_, radius_, static_cast<std::int64_t>(i));
    };
    return verify_elements(out_.data(), out_.size(), IsStencil{out_.data(), in_input_, coefficient_input_, n_, radius_},
                           in_input_.seed, expected, element_label);
  }

 private:
  static constexpr int kBits = exact_dot_bits(2 * kMostRadius, 12);

  std::int64_t n_;
  std::int64_t radius_;
  Launch<CoefficientArgument> launch_;
  UniformInput in_input_{next_seed(), kBits};
  UniformInput coefficient_input_{next_seed(), kBits};
  Coefficients argument_{};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
  DeviceBuffer<float> coefficients_;
};

}  // namespace

template <typename CoefficientArgument>
std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch<CoefficientArgument> launch) {
  return std::make_unique<Stencil<CoefficientArgument>>(problem["n"], problem["radius"], std::move(launch));
}

template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<const float*>);
template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<Coefficients>);

}  // namespace rooflens::kernels::stencil1d
