// Buffers and verification of scan. The inputs have so few bits that every prefix is exact in FP32, whatever the order
// of the additions, so the tolerance is zero: a lost, doubled or raced element shows in all that follow.
#include "kernels/scan/prepared.cuh"

#include <algorithm>
#include <utility>

#include "kernels/device/count_wrong.cuh"
#include "kernels/device/gather.cuh"
#include "kernels/random.hpp"
#include "kernels/scan/family.hpp"

namespace rooflens::kernels::scan {
namespace {

// The input cut into slices of `length`, the last one shorter.
struct Slices {
  std::uint64_t n = 0;
  std::uint64_t length = 0;
  [[nodiscard]] __host__ __device__ std::uint64_t count() const { return (n + length - 1) / length; }
  [[nodiscard]] __host__ __device__ std::uint64_t end(std::uint64_t slice) const {
    return (slice + 1) * length < n ? (slice + 1) * length : n;
  }
};

// The sum of a slice in units of 2^-bits.
struct ScannedSlice {
  UniformInput in;
  Slices slices;
  __device__ long long operator()(std::uint64_t slice) const {
    long long sum = 0;
    for (std::uint64_t i = slice * slices.length; i < slices.end(slice); ++i) sum += in.scaled(i);
    return sum;
  }
};

// A thread walks along a slice and compares every output; `before` is the sum of all that the slice follows.
__global__ void check_slices_kernel(const float* out, UniformInput in, Slices slices, const long long* before,
                                    bool exclusive, WrongCount* result) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  const double unit = 1.0 / static_cast<double>(1 << in.bits);
  unsigned long long wrong = 0;
  unsigned long long first = ~0ULL;
  for (std::uint64_t s = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; s < slices.count(); s += step) {
    long long sum = before[s];
    for (std::uint64_t i = s * slices.length; i < slices.end(s); ++i) {
      const long long here = sum + in.scaled(i);
      if (static_cast<double>(out[i]) != static_cast<double>(exclusive ? sum : here) * unit && wrong++ == 0) first = i;
      sum = here;
    }
  }
  if (wrong > 0) {
    atomicAdd(&result->wrong, wrong);
    atomicMin(&result->first, first);
  }
}

// Additions that the CPU reference spends on samples: some 10 ms.
constexpr std::uint64_t kReferenceAdditions = std::uint64_t{1} << 22;
constexpr std::uint64_t kMostSamples = 4096;
// Slices into which the check cuts a scan that never begins anew.
constexpr std::uint64_t kMostSlices = 65536;

class Scan final : public Prepared {
 public:
  Scan(std::int64_t n, bool exclusive, ScanPlan plan)
      : plan_(std::move(plan)),
        exclusive_(exclusive),
        segmented_(plan_.segment < n),
        slices_{static_cast<std::uint64_t>(n), slice_length(n)},
        input_{next_seed(), exact_sum_bits(static_cast<std::uint64_t>(std::min(n, plan_.segment)))},
        in_(slices_.n),
        out_(slices_.n),
        scratch_(std::max<std::size_t>(plan_.scratch, 1)) {
    fill(in_, input_);
  }

  void launch() override {
    plan_.launch({in_.data(), out_.data(), scratch_.data(), static_cast<std::int64_t>(slices_.n)});
  }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return plan_.describe(); }

  // The device's sums of slices are themselves recomputed in samples by the CPU (all of them for a small input), which
  // then goes on from the begin of a slice to the output that it recomputes.
  [[nodiscard]] models::Verification verify() override {
    const std::vector<long long> sums = slice_sums();
    std::vector<long long> before(sums.size(), 0);
    for (std::size_t s = 1; !segmented_ && s < sums.size(); ++s) before[s] = before[s - 1] + sums[s - 1];
    const DeviceCheck check = check_all(before);

    std::vector<std::uint64_t> indices = sample_indices(slices_.n, sample_count(), input_.seed);
    if (check.wrong > 0) indices.insert(indices.begin(), check.first_wrong);
    std::vector<Sample> samples = gather(out_.data(), indices);
    for (const std::uint64_t s : sample_indices(sums.size(), sample_count(), input_.seed)) {
      samples.push_back({slices_.n + s, static_cast<float>(unscaled(sums[s]))});
    }
    const Input in = input_;
    const auto expected = [&](std::uint64_t i) {
      if (i >= slices_.n) return sum_between(in, (i - slices_.n) * slices_.length, slices_.end(i - slices_.n));
      return unscaled(before[i / slices_.length]) + reference(in, slices_.length, exclusive_, i);
    };
    const auto label = [this](std::uint64_t i) {
      return i < slices_.n ? element_label(i) : "the device's own sum of slice " + std::to_string(i - slices_.n);
    };
    return judge(check, samples, expected, label);
  }

 private:
  [[nodiscard]] std::uint64_t slice_length(std::int64_t n) const {
    const auto whole = static_cast<std::uint64_t>(n);
    return segmented_ ? static_cast<std::uint64_t>(plan_.segment) : (whole + kMostSlices - 1) / kMostSlices;
  }
  [[nodiscard]] std::uint64_t sample_count() const {
    return std::clamp<std::uint64_t>(kReferenceAdditions / slices_.length, 2, kMostSamples);
  }
  [[nodiscard]] double unscaled(long long sum) const {
    return static_cast<double>(sum) / static_cast<double>(1 << input_.bits);
  }

  [[nodiscard]] std::vector<long long> slice_sums() const {
    DeviceBuffer<long long> device(slices_.count());
    fill(device, ScannedSlice{input_, slices_});
    std::vector<long long> sums(device.size());
    ROOFLENS_CUDA(cudaMemcpy(sums.data(), device.data(), sums.size() * sizeof(long long), cudaMemcpyDeviceToHost));
    return sums;
  }

  [[nodiscard]] DeviceCheck check_all(const std::vector<long long>& before) const {
    DeviceBuffer<long long> device_before(before.size());
    DeviceBuffer<WrongCount> result(1);
    WrongCount found{0, ~0ULL};
    ROOFLENS_CUDA(
        cudaMemcpy(device_before.data(), before.data(), before.size() * sizeof(long long), cudaMemcpyHostToDevice));
    ROOFLENS_CUDA(cudaMemcpy(result.data(), &found, sizeof found, cudaMemcpyHostToDevice));
    check_slices_kernel<<<helper_grid(before.size()), kHelperBlock>>>(out_.data(), input_, slices_,
                                                                      device_before.data(), exclusive_, result.data());
    ROOFLENS_CUDA(cudaGetLastError());
    ROOFLENS_CUDA(cudaMemcpy(&found, result.data(), sizeof found, cudaMemcpyDeviceToHost));
    return {slices_.n, found.wrong, found.first, "elements"};
  }

  ScanPlan plan_;
  bool exclusive_;
  bool segmented_;
  Slices slices_;
  UniformInput input_;
  DeviceBuffer<float> in_;
  DeviceBuffer<float> out_;
  DeviceBuffer<std::uint64_t> scratch_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, ScanPlan plan) {
  return std::make_unique<Scan>(problem["n"], problem["exclusive"] != 0, std::move(plan));
}

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, std::int64_t segment) {
  return make_prepared(problem, ScanPlan{.segment = segment,
                                         .launch = [=](const ScanBuffers& b) { launch(b.in, b.out, b.n); },
                                         .describe = [=] { return std::vector{launch.describe()}; }});
}

}  // namespace rooflens::kernels::scan
