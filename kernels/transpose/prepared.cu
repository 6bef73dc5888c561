// Buffers and verification of transpose.
#include "kernels/transpose/prepared.cuh"

#include <utility>

#include "kernels/device/requirements.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"
#include "kernels/transpose/reference.hpp"

namespace rooflens::kernels::transpose {
namespace {

struct IsTransposed {
  const float* out;
  UniformInput in;
  std::uint64_t n;
  __device__ bool operator()(std::uint64_t i) const { return out[i] == in((i % n) * n + i / n); }
};

class Transpose final : public Prepared {
 public:
  Transpose(std::int64_t n, Launch launch)
      : n_(static_cast<std::uint64_t>(n)), launch_(std::move(launch)), in_(n_ * n_), out_(n_ * n_) {
    fill(in_, input_);
  }

  void launch() override { launch_(in_.data(), out_.data(), static_cast<int>(n_)); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this](std::uint64_t i) { return double{reference(input_, n_, i)}; };
    return verify_elements(out_.data(), out_.size(), IsTransposed{out_.data(), input_, n_}, input_.seed, expected,
                           matrix_label(n_));
  }

 private:
  std::uint64_t n_;
  Launch launch_;
  UniformInput input_{next_seed()};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Kernel& kernel, const Problem& problem, Launch launch) {
  require_device(kernel, problem);
  return std::make_unique<Transpose>(problem["n"], std::move(launch));
}

}  // namespace rooflens::kernels::transpose
