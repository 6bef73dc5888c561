// for i in 0..n-1: out[i] = in[i]             cudaMemcpyAsync, the peer of copy/float4
// flops 0, bytes read 4n, bytes written 4n; a copy engine or a kernel of the driver, as it likes: no roof of DRAM
#include "kernels/copy/reference.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/peer/prepared.cuh"
#include "kernels/random.hpp"

namespace rooflens::kernels::peer {

namespace {

struct IsCopy {
  const float* out;
  UniformInput in;
  __device__ bool operator()(std::uint64_t i) const { return out[i] == in(i); }
};

class Memcpy final : public Prepared {
 public:
  explicit Memcpy(std::int64_t n) : in_(static_cast<std::size_t>(n)), out_(in_.size()) { fill(in_, input_); }

  void launch() override {
    ROOFLENS_CUDA(cudaMemcpyAsync(out_.data(), in_.data(), in_.size() * sizeof(float), cudaMemcpyDeviceToDevice));
  }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return unknown_launches(); }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this](std::uint64_t i) { return double{copy::reference(input_, i)}; };
    return verify_elements(out_.data(), out_.size(), IsCopy{out_.data(), input_}, input_.seed, expected, element_label);
  }

 private:
  UniformInput input_{next_seed()};
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
};

}  // namespace

std::unique_ptr<Prepared> prepare_memcpy_device_to_device(const Problem& problem) {
  return std::make_unique<Memcpy>(problem["n"]);
}

}  // namespace rooflens::kernels::peer
