// Buffers and verification of reduction. The inputs have so few bits that every order of additions gives the same FP32
// sum, so the tolerance is zero: a lost, doubled or raced element always shows.
#include "kernels/reduction/prepared.cuh"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/device/count_wrong.cuh"
#include "kernels/device/gather.cuh"
#include "kernels/random.hpp"
#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {

__global__ void clear_sum_kernel(float* sum) {
  if (threadIdx.x == 0) *sum = 0.0f;
}

namespace {

// The sum of block b's elements in units of 2^-bits.
[[nodiscard]] __device__ inline long long scaled_sum(const UniformInput& in, const Grid& grid, std::uint64_t b) {
  long long sum = 0;
  for (std::uint64_t base = b * grid.block; base < grid.n; base += grid.blocks * grid.block) {
    const std::uint64_t end = base + grid.block < grid.n ? base + grid.block : grid.n;
    for (std::uint64_t i = base; i < end; ++i) sum += in.scaled(i);
  }
  return sum;
}

struct IsPartialSum {
  const float* partials;
  UniformInput in;
  Grid grid;
  __device__ bool operator()(std::uint64_t b) const {
    return static_cast<double>(partials[b]) ==
           static_cast<double>(scaled_sum(in, grid, b)) / static_cast<double>(1 << in.bits);
  }
};

// The sum of slice b of the input.
struct SliceSum {
  UniformInput in;
  Grid grid;
  __device__ double operator()(std::uint64_t b) const {
    return static_cast<double>(scaled_sum(in, grid, b)) / static_cast<double>(1 << in.bits);
  }
};

// Additions that the CPU reference spends on samples: some 10 ms.
constexpr std::uint64_t kReferenceAdditions = std::uint64_t{1} << 22;
constexpr std::uint64_t kMostSamples = 4096;
// Slices into which the check of one sum cuts the input.
constexpr std::uint64_t kMostSlices = 4096;

[[nodiscard]] std::uint64_t sample_count(const Grid& grid) {
  return std::clamp<std::uint64_t>(kReferenceAdditions / elements_per_block(grid), 2, kMostSamples);
}

// Variants that leave a sum per block.
template <typename L>
class Partials final : public Prepared {
 public:
  Partials(std::int64_t n, L launch, unsigned int per_thread, bool overwrites_input)
      : launch_(std::move(launch)),
        overwrites_input_(overwrites_input),
        grid_{static_cast<std::uint64_t>(n), std::uint64_t{launch_.block.x} * per_thread, launch_.grid.x},
        input_{next_seed(), exact_sum_bits(elements_per_block(grid_))},
        in_(grid_.n),
        partials_(grid_.blocks) {
    fill(in_, input_);
  }

  void launch() override { launch_(in_.data(), partials_.data(), static_cast<std::int64_t>(grid_.n)); }
  void reset(bool poison) override {
    if (overwrites_input_) fill(in_, input_);
    if (poison) partials_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const DeviceCheck check = count_wrong(grid_.blocks, IsPartialSum{partials_.data(), input_, grid_}, "partial sums");
    std::vector<std::uint64_t> indices = sample_indices(grid_.blocks, sample_count(grid_), input_.seed);
    if (check.wrong > 0) indices.insert(indices.begin(), check.first_wrong);
    const Input in = input_;
    const auto expected = [&](std::uint64_t b) { return reference(in, grid_, b); };
    return judge(check, gather(partials_.data(), indices), expected, partial_label);
  }

 private:
  L launch_;
  bool overwrites_input_;
  Grid grid_;
  UniformInput input_;
  DeviceBuffer<float> in_;
  DeviceBuffer<float> partials_;
};

// Variants that leave one sum. The device sums slices of the input in integers; the CPU reference recomputes some of
// the slices (all of a small input), and the result has to be the sum of all of them.
class Sum final : public Prepared {
 public:
  Sum(std::int64_t n, SumPlan plan)
      : plan_(std::move(plan)),
        slices_(slices_of(static_cast<std::uint64_t>(n))),
        input_{next_seed(), exact_sum_bits(slices_.n)},
        in_(slices_.n),
        partials_(std::max<std::size_t>(plan_.partials, 1)),
        finished_(1),
        sum_(1) {
    fill(in_, input_);
    ROOFLENS_CUDA(cudaMemset(finished_.data(), 0, sizeof(unsigned int)));
  }

  void launch() override {
    plan_.launch({in_.data(), partials_.data(), finished_.data(), sum_.data(), static_cast<std::int64_t>(slices_.n)});
  }
  void reset(bool poison) override {
    if (plan_.overwrites_input) fill(in_, input_);
    if (poison) sum_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return plan_.describe(); }
  [[nodiscard]] models::Verification verify() override {
    const std::vector<double> device = device_slices();
    const double total = std::accumulate(device.begin(), device.end(), 0.0);
    const Sample sum = gather(sum_.data(), {0}).front();
    const bool right = static_cast<double>(sum.value) == total;
    // Sample 0 is the result, sample 1 + b the device's slice b.
    std::vector<Sample> samples{sum};
    for (const std::uint64_t b : sample_indices(slices_.blocks, sample_count(slices_), input_.seed)) {
      samples.push_back({1 + b, static_cast<float>(device[b])});
    }
    const Input in = input_;
    const auto expected = [&](std::uint64_t i) { return i == 0 ? total : reference(in, slices_, i - 1); };
    return judge({1, right ? 0U : 1U, 0, "sums"}, samples, expected, sum_label);
  }

 private:
  [[nodiscard]] static Grid slices_of(std::uint64_t n) {
    const std::uint64_t length = (n + kMostSlices - 1) / kMostSlices;
    return {n, length, (n + length - 1) / length};
  }

  [[nodiscard]] static std::string sum_label(std::uint64_t index) {
    return index == 0 ? "the sum" : "the device's own sum of slice " + std::to_string(index - 1);
  }

  [[nodiscard]] std::vector<double> device_slices() const {
    DeviceBuffer<double> sums(slices_.blocks);
    fill(sums, SliceSum{input_, slices_});
    std::vector<double> result(slices_.blocks);
    ROOFLENS_CUDA(cudaMemcpy(result.data(), sums.data(), result.size() * sizeof(double), cudaMemcpyDeviceToHost));
    return result;
  }

  SumPlan plan_;
  Grid slices_;
  UniformInput input_;
  DeviceBuffer<float> in_;
  DeviceBuffer<float> partials_;
  DeviceBuffer<unsigned int> finished_;
  DeviceBuffer<float> sum_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, unsigned int per_thread) {
  return std::make_unique<Partials<Launch>>(problem["n"], std::move(launch), per_thread, false);
}

std::unique_ptr<Prepared> make_tree(const Problem& problem, decltype(Launch::function) function, const char* name,
                                    std::int64_t shared_floats, unsigned int per_thread) {
  const std::int64_t block = problem["block"];
  return make_prepared(
      problem,
      {function, name, dim3(grid_for(problem["n"], block * per_thread)), dim3(static_cast<unsigned int>(block)),
       static_cast<std::size_t>(shared_floats) * sizeof(float)},
      per_thread);
}

std::unique_ptr<Prepared> make_prepared_in_place(const Problem& problem, InPlaceLaunch launch,
                                                 unsigned int per_thread) {
  return std::make_unique<Partials<InPlaceLaunch>>(problem["n"], std::move(launch), per_thread, true);
}

std::unique_ptr<Prepared> make_prepared_sum(const Problem& problem, SumPlan plan) {
  return std::make_unique<Sum>(problem["n"], std::move(plan));
}

unsigned int filling_grid(const void* function, const Problem& problem) {
  const std::int64_t block = problem["block"];
  const auto resident = static_cast<unsigned int>(resident_blocks(function, static_cast<int>(block), 0));
  return std::min(resident, grid_for(problem["n"], block));
}

KernelLaunch<float*> clear_sum() { return {ROOFLENS_NAMED(reduction, clear_sum_kernel), dim3(1), dim3(32)}; }

}  // namespace rooflens::kernels::reduction
