// Buffers and verification of reduction. The inputs have so few bits that every order of additions gives the same FP32
// sum, so the tolerance is zero: a lost, doubled or raced element always shows.
#include "kernels/reduction/prepared.cuh"

#include <algorithm>
#include <utility>

#include "kernels/device/count_wrong.cuh"
#include "kernels/device/gather.cuh"
#include "kernels/device/requirements.hpp"
#include "kernels/random.hpp"
#include "kernels/reduction/reference.hpp"

namespace rooflens::kernels::reduction {
namespace {

// Additions that the CPU reference spends on samples: some 10 ms.
constexpr std::uint64_t kReferenceAdditions = std::uint64_t{1} << 22;
constexpr std::uint64_t kMostSamples = 4096;

// In integers, unlike the CPU reference.
struct IsPartialSum {
  const float* partials;
  UniformInput in;
  Grid grid;
  __device__ bool operator()(std::uint64_t b) const {
    long long sum = 0;
    for (std::uint64_t base = b * grid.block; base < grid.n; base += grid.blocks * grid.block) {
      const std::uint64_t end = base + grid.block < grid.n ? base + grid.block : grid.n;
      for (std::uint64_t i = base; i < end; ++i) sum += in.scaled(i);
    }
    return static_cast<double>(partials[b]) == static_cast<double>(sum) / static_cast<double>(1 << in.bits);
  }
};

class Reduction final : public Prepared {
 public:
  Reduction(std::int64_t n, Launch launch)
      : launch_(std::move(launch)),
        grid_{static_cast<std::uint64_t>(n), launch_.block.x, launch_.grid.x},
        input_{next_seed(), exact_sum_bits(elements_per_block(grid_))},
        in_(grid_.n),
        partials_(grid_.blocks) {
    fill(in_, input_);
  }

  void launch() override { launch_(in_.data(), partials_.data(), static_cast<std::int64_t>(grid_.n)); }
  void reset(bool poison) override {
    if (poison) partials_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const DeviceCheck check = count_wrong(grid_.blocks, IsPartialSum{partials_.data(), input_, grid_}, "partial sums");
    const std::uint64_t count =
        std::clamp<std::uint64_t>(kReferenceAdditions / elements_per_block(grid_), 2, kMostSamples);
    std::vector<std::uint64_t> indices = sample_indices(grid_.blocks, count, input_.seed);
    if (check.wrong > 0) indices.insert(indices.begin(), check.first_wrong);
    const Input in = input_;
    const auto expected = [&](std::uint64_t b) { return reference(in, grid_, b); };
    return judge(check, gather(partials_.data(), indices), expected, partial_label);
  }

 private:
  Launch launch_;
  Grid grid_;
  UniformInput input_;
  DeviceBuffer<float> in_;
  DeviceBuffer<float> partials_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Kernel& kernel, const Problem& problem, Launch launch) {
  require_device(kernel, problem);
  return std::make_unique<Reduction>(problem["n"], std::move(launch));
}

}  // namespace rooflens::kernels::reduction
