// peer/cub-histogram on the device. The device counts once more to check, and the CPU a stretch to check the device.
#include "kernels/peer/cub_histogram.hpp"

#include <limits>
#include <string>

#include "kernels/device/requirements.hpp"
#include "kernels/peer/prepared.cuh"
#include "kernels/verdict.hpp"

namespace rooflens::kernels::peer {

namespace {

__global__ void count_kernel(ByteInput in, Stretch stretch, unsigned long long* counts) {
  __shared__ unsigned int block_counts[kBins];
  for (unsigned int bin = threadIdx.x; bin < kBins; bin += blockDim.x) block_counts[bin] = 0;
  __syncthreads();
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = stretch.begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < stretch.end;
       i += step) {
    atomicAdd(&block_counts[in(i)], 1U);
  }
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&counts[bin], block_counts[bin]);
}

std::vector<unsigned long long> device_counts(const ByteInput& in, Stretch stretch) {
  DeviceBuffer<unsigned long long> counts(kBins);
  ROOFLENS_CUDA(cudaMemset(counts.data(), 0, kBins * sizeof(unsigned long long)));
  constexpr std::uint64_t kBytesPerBlock = std::uint64_t{1} << 16;
  const auto blocks = static_cast<unsigned int>((stretch.end - stretch.begin) / kBytesPerBlock + 1);
  count_kernel<<<blocks, kHelperBlock>>>(in, stretch, counts.data());
  ROOFLENS_CUDA(cudaGetLastError());
  std::vector<unsigned long long> fetched(kBins);
  ROOFLENS_CUDA(cudaMemcpy(fetched.data(), counts.data(), kBins * sizeof(unsigned long long), cudaMemcpyDeviceToHost));
  return fetched;
}

std::string bin_label(std::uint64_t bin) { return "bin " + std::to_string(bin); }

class CubHistogram final : public CubCall<unsigned char, unsigned int> {
 public:
  CubHistogram(std::int64_t n, ByteInput in) : CubCall(count_with_cub, n, kBins, in), in_(in) {}

  [[nodiscard]] models::Verification verify() override {
    std::vector<unsigned int> found(kBins);
    ROOFLENS_CUDA(cudaMemcpy(found.data(), out(), kBins * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    const std::vector<unsigned long long> all = device_counts(in_, {0, n()});
    const Stretch stretch = checked_stretch(n(), in_.seed);
    const std::vector<unsigned long long> part = device_counts(in_, stretch);
    const Counts counted = histogram_reference(in_, stretch);

    DeviceCheck check{kBins, 0, 0, "bins"};
    std::vector<Sample> samples;
    for (std::uint64_t bin = 0; bin < kBins; ++bin) {
      if (found[bin] != all[bin] && check.wrong++ == 0) check.first_wrong = bin;
      samples.push_back({bin, as_float(found[bin])});
    }
    if (check.wrong > 0) samples.insert(samples.begin(), samples[check.first_wrong]);
    const auto expected = [&](std::uint64_t bin) {
      return static_cast<double>(all[bin]) - static_cast<double>(part[bin]) + static_cast<double>(counted[bin]);
    };
    return judge(check, samples, expected, bin_label);
  }

 private:
  // Counts below 2^24 are exact; a bin that was never written still holds poison.
  [[nodiscard]] static float as_float(unsigned int count) {
    constexpr unsigned int kPoison = ~0U;
    return count == kPoison ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(count);
  }

  ByteInput in_;
};

}  // namespace

std::unique_ptr<Prepared> prepare_cub_histogram(const Problem& problem) {
  require_device(cub_histogram, problem);
  return std::make_unique<CubHistogram>(problem["n"], ByteInput{next_seed()});
}

}  // namespace rooflens::kernels::peer
