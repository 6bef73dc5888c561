// Buffers and verification of convolution2d. The inputs have so few bits that FP32 sums of their products are exact in
// every order, so the tolerance is zero.
#include "kernels/convolution2d/prepared.cuh"

#include <type_traits>
#include <utility>

#include "kernels/convolution2d/reference.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"

namespace rooflens::kernels::convolution2d {
namespace {

// In integers, unlike the CPU reference.
struct IsConvolved {
  const float* out;
  UniformInput in;
  UniformInput filter;
  std::int64_t n;
  std::int64_t radius;
  __device__ bool operator()(std::uint64_t i) const {
    const std::int64_t row = static_cast<std::int64_t>(i) / n;
    const std::int64_t column = static_cast<std::int64_t>(i) % n;
    long long sum = 0;
    for (std::int64_t dy = -radius; dy <= radius; ++dy) {
      for (std::int64_t dx = -radius; dx <= radius; ++dx) {
        const std::int64_t y = row + dy;
        const std::int64_t x = column + dx;
        if (y < 0 || y >= n || x < 0 || x >= n) continue;
        const auto tap = static_cast<std::uint64_t>((dy + radius) * (2 * radius + 1) + dx + radius);
        sum += static_cast<long long>(filter.scaled(tap)) * in.scaled(static_cast<std::uint64_t>(y * n + x));
      }
    }
    return static_cast<double>(out[i]) ==
           static_cast<double>(sum) / static_cast<double>(1LL << (in.bits + filter.bits));
  }
};

template <typename FilterArgument>
class Convolution final : public Prepared {
 public:
  Convolution(std::int64_t n, std::int64_t radius, Launch<FilterArgument> launch)
      : n_(n),
        radius_(radius),
        launch_(std::move(launch)),
        in_(static_cast<std::size_t>(n * n)),
        out_(static_cast<std::size_t>(n * n)),
        filter_(static_cast<std::size_t>((2 * radius + 1) * (2 * radius + 1))) {
    fill(in_, in_input_);
    fill(filter_, filter_input_);
    for (std::size_t i = 0; i < filter_.size(); ++i) argument_.at[i] = filter_input_(i);
  }

  void launch() override {
    if constexpr (std::is_same_v<FilterArgument, Filter>) {
      launch_(in_.data(), argument_, out_.data(), static_cast<int>(n_));
    } else {
      launch_(in_.data(), filter_.data(), out_.data(), static_cast<int>(n_));
    }
  }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const Input in = in_input_;
    const Input filter = filter_input_;
    const auto expected = [&](std::uint64_t i) { return reference(in, filter, n_, radius_, i); };
    return verify_elements(out_.data(), out_.size(), IsConvolved{out_.data(), in_input_, filter_input_, n_, radius_},
                           in_input_.seed, expected, matrix_label(static_cast<std::uint64_t>(n_)));
  }

 private:
  static constexpr int kBits = exact_dot_bits(kMostTaps, 12);

  std::int64_t n_;
  std::int64_t radius_;
  Launch<FilterArgument> launch_;
  UniformInput in_input_{next_seed(), kBits};
  UniformInput filter_input_{next_seed(), kBits};
  Filter argument_{};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
  DeviceBuffer<float> filter_;
};

}  // namespace

template <typename FilterArgument>
std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch<FilterArgument> launch) {
  return std::make_unique<Convolution<FilterArgument>>(problem["n"], problem["radius"], std::move(launch));
}

template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<const float*>);
template std::unique_ptr<Prepared> make_prepared(const Problem&, Launch<Filter>);

}  // namespace rooflens::kernels::convolution2d
