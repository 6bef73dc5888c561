// peer/cub-reduce on the device. The device adds integers to check the sum, and the CPU a stretch of them to check the
// device.
#include "kernels/peer/cub_reduce.hpp"

#include <numeric>

#include "kernels/device/requirements.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/peer/prepared.cuh"

namespace rooflens::kernels::peer {

namespace {

constexpr std::uint64_t kSegment = std::uint64_t{1} << 16;

// The sum of segment s of a stretch, in units of the input's last bit.
struct SegmentSum {
  UniformInput in;
  Stretch stretch;
  __device__ long long operator()(std::uint64_t s) const {
    const std::uint64_t begin = stretch.begin + s * kSegment;
    const std::uint64_t end = begin + kSegment < stretch.end ? begin + kSegment : stretch.end;
    long long sum = 0;
    for (std::uint64_t i = begin; i < end; ++i) sum += in.scaled(i);
    return sum;
  }
};

std::int64_t device_sum(const UniformInput& in, Stretch stretch) {
  DeviceBuffer<long long> sums((stretch.end - stretch.begin + kSegment - 1) / kSegment);
  fill(sums, SegmentSum{in, stretch});
  std::vector<long long> fetched(sums.size());
  ROOFLENS_CUDA(cudaMemcpy(fetched.data(), sums.data(), fetched.size() * sizeof(long long), cudaMemcpyDeviceToHost));
  return std::accumulate(fetched.begin(), fetched.end(), std::int64_t{0});
}

struct IsSum {
  const float* out;
  double sum;
  __device__ bool operator()(std::uint64_t i) const { return static_cast<double>(out[i]) == sum; }
};

class CubReduce final : public CubCall<float, float> {
 public:
  CubReduce(std::int64_t n, UniformInput in) : CubCall(sum_with_cub, n, 1, in), in_(in) {}

  [[nodiscard]] models::Verification verify() override {
    const std::int64_t all = device_sum(in_, {0, n()});
    const Stretch stretch = checked_stretch(n(), in_.seed);
    const std::int64_t checked = all - device_sum(in_, stretch) + sum_reference(in_, stretch);
    const double scale = 1 << in_.bits;
    const auto expected = [&](std::uint64_t) { return static_cast<double>(checked) / scale; };
    return verify_elements(out(), 1, IsSum{out(), static_cast<double>(all) / scale}, in_.seed, expected, element_label);
  }

 private:
  UniformInput in_;
};

}  // namespace

std::unique_ptr<Prepared> prepare_cub_reduce(const Problem& problem) {
  require_device(cub_reduce, problem);
  const std::int64_t n = problem["n"];
  return std::make_unique<CubReduce>(n, UniformInput{next_seed(), exact_sum_bits(static_cast<std::uint64_t>(n))});
}

}  // namespace rooflens::kernels::peer
