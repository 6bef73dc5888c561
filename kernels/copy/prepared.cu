// Buffers and verification of copy.
#include "kernels/copy/prepared.cuh"

#include <utility>

#include "kernels/copy/reference.hpp"
#include "kernels/device/requirements.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"

namespace rooflens::kernels::copy {
namespace {

struct IsCopy {
  const float* out;
  UniformInput in;
  __device__ bool operator()(std::uint64_t i) const { return out[i] == in(i); }
};

class Copy final : public Prepared {
 public:
  Copy(std::int64_t n, Launch launch)
      : n_(n), launch_(std::move(launch)), in_(static_cast<std::size_t>(n)), out_(static_cast<std::size_t>(n)) {
    fill(in_, input_);
  }

  void launch() override { launch_(in_.data(), out_.data(), n_); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this](std::uint64_t i) { return double{reference(input_, i)}; };
    return verify_elements(out_.data(), out_.size(), IsCopy{out_.data(), input_}, input_.seed, expected, element_label);
  }

 private:
  std::int64_t n_;
  Launch launch_;
  UniformInput input_{next_seed()};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Kernel& kernel, const Problem& problem, Launch launch) {
  require_device(kernel, problem);
  return std::make_unique<Copy>(problem["n"], std::move(launch));
}

}  // namespace rooflens::kernels::copy
