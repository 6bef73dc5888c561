// Buffers and verification of stencil3d. The inputs have so few bits that FP32 sums of their products are exact in
// every order, so the tolerance is zero.
#include "kernels/stencil3d/prepared.cuh"

#include <utility>

#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"
#include "kernels/stencil3d/reference.hpp"

namespace rooflens::kernels::stencil3d {
namespace {

// In integers, unlike the CPU reference.
struct IsStencil {
  const float* out;
  UniformInput in;
  UniformInput coefficients;
  Grid grid;
  __device__ bool operator()(std::uint64_t i) const {
    std::uint64_t k = 0;
    long long sum = static_cast<long long>(coefficients.scaled(k++)) * in.scaled(i);
    std::int64_t stride = 1;
    for (std::int64_t axis = 0; axis < grid.dimensions; ++axis, stride *= grid.n) {
      const std::int64_t place = static_cast<std::int64_t>(i) / stride % grid.n;
      if (place < grid.order || place >= grid.n - grid.order) return out[i] == in(i);
      for (std::int64_t distance = 1; distance <= grid.order; ++distance) {
        const auto reach = static_cast<std::uint64_t>(distance * stride);
        sum += static_cast<long long>(coefficients.scaled(k++)) * in.scaled(i - reach);
        sum += static_cast<long long>(coefficients.scaled(k++)) * in.scaled(i + reach);
      }
    }
    const auto unit = static_cast<double>(1LL << (in.bits + coefficients.bits));
    return static_cast<double>(out[i]) == static_cast<double>(sum) / unit;
  }
};

class Stencil final : public Prepared {
 public:
  Stencil(const Grid& grid, std::size_t points, Launch launch)
      : grid_(grid), launch_(std::move(launch)), in_(points), out_(points) {
    fill(in_, in_input_);
    for (std::uint64_t i = 0; i < kMostPoints; ++i) coefficients_.at[i] = coefficient_input_(i);
  }

  void launch() override { launch_(in_.data(), coefficients_, out_.data(), static_cast<int>(grid_.n)); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const Input in = in_input_;
    const Input coefficients = coefficient_input_;
    const auto expected = [&](std::uint64_t i) { return reference(in, coefficients, grid_, i); };
    return verify_elements(out_.data(), out_.size(), IsStencil{out_.data(), in_input_, coefficient_input_, grid_},
                           in_input_.seed, expected, element_label);
  }

 private:
  static constexpr int kBits = exact_dot_bits(kMostPoints, 12);

  Grid grid_;
  Launch launch_;
  UniformInput in_input_{next_seed(), kBits};
  UniformInput coefficient_input_{next_seed(), kBits};
  Coefficients coefficients_{};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const Grid grid{problem["n"], problem["order"], dimensions_of(problem)};
  const auto points = static_cast<std::size_t>(grid.n * grid.n * (grid.dimensions == 3 ? grid.n : 1));
  return std::make_unique<Stencil>(grid, points, std::move(launch));
}

}  // namespace rooflens::kernels::stencil3d
