// Buffers and verification of latency. The FMA chains add integers, so the tolerance is zero.
#include "kernels/latency/prepared.cuh"

#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/latency/family.hpp"

namespace rooflens::kernels::latency {

__global__ void link_kernel(Node* nodes, int bits, std::uint32_t seed) {
  const std::uint32_t count = std::uint32_t{1} << bits;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    nodes[position(i, bits, seed)].next = nodes + position(i + 1, bits, seed);
  }
}

namespace {

constexpr int kInputBits = 2;
static_assert(fma_factor(kFmasParameter.maximum, kMostChains) * 3 < 1 << 24);

struct IsPlace {
  const float* out;
  float place;
  __device__ bool operator()(std::uint64_t i) const { return out[i] == place; }
};

class Chase final : public Prepared {
 public:
  Chase(std::int64_t footprint, std::int64_t steps, ChaseLaunch launch)
      : footprint_(footprint),
        steps_(steps),
        bits_(position_bits(footprint)),
        launch_(std::move(launch)),
        nodes_(std::size_t{1} << bits_) {
    link_kernel<<<helper_grid(nodes_.size()), kHelperBlock>>>(nodes_.data(), bits_, seed_);
    ROOFLENS_CUDA(cudaGetLastError());
  }

  void launch() override { launch_(nodes_.data(), position(0, bits_, seed_), static_cast<int>(steps_), out_.data()); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this](std::uint64_t) { return chase_reference(footprint_, steps_, seed_); };
    // The device says where the walk ends without walking.
    const auto place = static_cast<float>(position(static_cast<std::uint32_t>(steps_), bits_, seed_));
    return verify_elements(out_.data(), 1, IsPlace{out_.data(), place}, seed_, expected, element_label);
  }

 private:
  std::int64_t footprint_;
  std::int64_t steps_;
  int bits_;
  std::uint32_t seed_ = static_cast<std::uint32_t>(mix(next_seed()));
  ChaseLaunch launch_;
  DeviceBuffer<Node> nodes_;
  DeviceBuffer<float> out_{1};
};

// In integers, unlike the CPU reference.
struct Multiple {
  std::int64_t factor;
  __device__ double operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    return static_cast<double>(factor * in[0].scaled(i)) / static_cast<double>(1 << in[0].bits);
  }
};

}  // namespace

std::unique_ptr<Prepared> make_chase(const Problem& problem, ChaseLaunch launch) {
  return std::make_unique<Chase>(problem["footprint"], problem["steps"], std::move(launch));
}

std::unique_ptr<Prepared> make_fmas(const Problem& problem, FmaLaunch launch, std::int64_t chains) {
  const std::int64_t fmas = problem["fmas"];
  const std::int64_t threads = std::int64_t{launch.grid.x} * launch.block.x;
  const auto expected = [fmas, chains](const RandomInputs<1>& in, std::uint64_t i) {
    return fma_reference(in[0], fmas, chains, i);
  };
  return prepare_array_map({threads, threads}, random_inputs<1>(kInputBits), Multiple{fma_factor(fmas, chains)},
                           expected, element_label, std::move(launch), static_cast<int>(fmas / chains), 1.0f);
}

}  // namespace rooflens::kernels::latency
