// Buffers and verification of histogram. The device counts slices of the input once more, by another way than any
// variant but the first; the CPU reference recounts some of the slices (all of a small input), and the outputs have to
// be the sum of all slices.
#include "kernels/histogram/prepared.cuh"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "kernels/device/fill.cuh"
#include "kernels/histogram/family.hpp"
#include "kernels/judgement.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::histogram {

__global__ void clear_words_kernel(std::uint32_t* words, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) words[i] = 0;
}

// A block recounts slice blockIdx.x from the generator, not from the input in memory.
__global__ void count_slices_kernel(BinInput in, std::uint64_t n, std::uint64_t length, unsigned int* counts) {
  const std::uint64_t begin = blockIdx.x * length;
  const std::uint64_t end = begin + length < n ? begin + length : n;
  unsigned int* const own = counts + std::uint64_t{blockIdx.x} * in.bins;
  for (std::uint64_t i = begin + threadIdx.x; i < end; i += blockDim.x) atomicAdd(own + in(i), 1U);
}

namespace {

// Elements that the CPU reference recounts: some 10 ms.
constexpr std::uint64_t kReferenceElements = std::uint64_t{1} << 22;
constexpr std::uint64_t kMostSlices = 1024;
constexpr unsigned int kClearBlock = 256;

// What a count reads as that nobody wrote: no count is that large.
double value_of(std::uint32_t count) {
  return count == ~std::uint32_t{0} ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(count);
}

std::vector<std::uint32_t> fetch(const DeviceBuffer<std::uint32_t>& buffer) {
  std::vector<std::uint32_t> words(buffer.size());
  ROOFLENS_CUDA(cudaMemcpy(words.data(), buffer.data(), words.size() * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
  return words;
}

class Histogram final : public Prepared {
 public:
  Histogram(const Problem& problem, HistogramPlan plan)
      : plan_(std::move(plan)),
        n_(static_cast<std::uint64_t>(problem["n"])),
        slice_length_((n_ + kMostSlices - 1) / kMostSlices),
        slices_((n_ + slice_length_ - 1) / slice_length_),
        input_{next_seed(), static_cast<std::uint32_t>(problem["bins"]), static_cast<Distribution>(problem["input"])},
        in_(n_),
        counts_(input_.bins),
        scratch_(std::max<std::size_t>(plan_.scratch, 1)) {
    fill(in_, input_);
  }

  void launch() override {
    plan_.launch({in_.data(), counts_.data(), scratch_.data(), static_cast<std::int64_t>(n_), input_.bins});
  }
  void reset(bool poison) override {
    if (poison) counts_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return plan_.describe(); }

  // Sample b is bin b of the output, sample (1 + s) * bins + b bin b of the device's slice s.
  [[nodiscard]] models::Verification verify() override {
    const std::uint64_t bins = input_.bins;
    const std::vector<std::uint32_t> counts = fetch(counts_);
    const std::vector<std::uint32_t> by_slice = count_slices();
    std::vector<double> expected(bins, 0);
    for (std::uint64_t i = 0; i < by_slice.size(); ++i) expected[i % bins] += by_slice[i];

    DeviceCheck check{.checked = bins, .unit = "bins"};
    std::vector<Sample> samples;
    for (std::uint64_t b = 0; b < bins; ++b) {
      samples.push_back({b, value_of(counts[b])});
      if (static_cast<double>(counts[b]) != expected[b] && check.wrong++ == 0) check.first_wrong = b;
    }
    std::map<std::uint64_t, std::vector<std::uint64_t>> recounted;
    const std::uint64_t recounts = std::max<std::uint64_t>(kReferenceElements / slice_length_, 2);
    for (const std::uint64_t s : sample_indices(slices_, recounts, input_.seed)) {
      if (recounted.count(s) != 0) continue;
      recounted[s] = reference(input_, s * slice_length_, std::min((s + 1) * slice_length_, n_));
      for (std::uint64_t b = 0; b < bins; ++b) {
        samples.push_back({(1 + s) * bins + b, static_cast<double>(by_slice[s * bins + b])});
      }
    }
    const auto right = [&](std::uint64_t i) {
      return i < bins ? expected[i] : static_cast<double>(recounted.at(i / bins - 1)[i % bins]);
    };
    const auto label = [&](std::uint64_t i) {
      const std::string bin = "bin " + std::to_string(i % bins);
      return i < bins ? bin : bin + " of the device's own count of slice " + std::to_string(i / bins - 1);
    };
    return judge(check, samples, right, label);
  }

 private:
  [[nodiscard]] std::vector<std::uint32_t> count_slices() const {
    DeviceBuffer<std::uint32_t> counts(slices_ * input_.bins);
    ROOFLENS_CUDA(cudaMemset(counts.data(), 0, counts.size() * sizeof(std::uint32_t)));
    count_slices_kernel<<<static_cast<unsigned int>(slices_), kHelperBlock>>>(input_, n_, slice_length_, counts.data());
    ROOFLENS_CUDA(cudaGetLastError());
    return fetch(counts);
  }

  HistogramPlan plan_;
  std::uint64_t n_;
  std::uint64_t slice_length_;
  std::uint64_t slices_;
  BinInput input_;
  DeviceBuffer<std::uint32_t> in_;
  DeviceBuffer<std::uint32_t> counts_;
  DeviceBuffer<std::uint32_t> scratch_;
};

}  // namespace

std::unique_ptr<Prepared> make_prepared(const Problem& problem, HistogramPlan plan) {
  return std::make_unique<Histogram>(problem, std::move(plan));
}

std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const Clear clear = clear_words(problem["bins"]);
  HistogramPlan plan;
  plan.launch = [=](const HistogramBuffers& b) {
    clear(b.counts, std::int64_t{b.bins});
    launch(b.in, b.counts, b.n, b.bins);
  };
  plan.describe = [=] { return std::vector{clear.describe(), launch.describe()}; };
  return make_prepared(problem, std::move(plan));
}

Clear clear_words(std::int64_t count) {
  return {ROOFLENS_NAMED(histogram, clear_words_kernel), dim3(grid_for(count, kClearBlock)), dim3(kClearBlock)};
}

std::unique_ptr<Prepared> make_filling(const Problem& problem, decltype(Launch::function) function, const char* name,
                                       std::int64_t shared_counts, std::int64_t per_thread) {
  const std::int64_t block = problem["block"];
  const std::size_t shared = static_cast<std::size_t>(shared_counts) * sizeof(std::uint32_t);
  const int resident = resident_blocks(reinterpret_cast<const void*>(function), static_cast<int>(block), shared);
  const unsigned int grid = std::min(static_cast<unsigned int>(resident), grid_for(problem["n"], block * per_thread));
  return make_prepared(problem, Launch{function, name, dim3(grid), dim3(static_cast<unsigned int>(block)), shared});
}

}  // namespace rooflens::kernels::histogram
