// Buffers and verification of vector_add.
#include "kernels/vector_add/prepared.cuh"

#include <utility>

#include "kernels/device/requirements.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"
#include "kernels/vector_add/reference.hpp"

namespace rooflens::kernels::vector_add {
namespace {

struct IsSum {
  const float* c;
  UniformInput a;
  UniformInput b;
  __device__ bool operator()(std::uint64_t i) const { return c[i] == a(i) + b(i); }
};

class VectorAdd final : public Prepared {
 public:
  VectorAdd(std::int64_t n, Launch launch)
      : n_(n),
        launch_(std::move(launch)),
        a_(static_cast<std::size_t>(n)),
        b_(static_cast<std::size_t>(n)),
        c_(static_cast<std::size_t>(n)) {
    fill(a_, a_input_);
    fill(b_, b_input_);
  }

  void launch() override { launch_(a_.data(), b_.data(), c_.data(), n_); }
  void reset(bool poison) override {
    if (poison) c_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this](std::uint64_t i) { return double{reference(a_input_, b_input_, i)}; };
    return verify_elements(c_.data(), c_.size(), IsSum{c_.data(), a_input_, b_input_}, a_input_.seed, expected,
                           element_label);
  }

 private:
  std::int64_t n_;
  Launch launch_;
  UniformInput a_input_{next_seed()};
  UniformInput b_input_{next_seed()};
  DeviceBuffer<float> a_;
  DeviceBuffer<float> b_;
  DeviceBuffer<float> c_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Kernel& kernel, const Problem& problem, Launch launch) {
  require_device(kernel, problem);
  return std::make_unique<VectorAdd>(problem["n"], std::move(launch));
}

}  // namespace rooflens::kernels::vector_add
