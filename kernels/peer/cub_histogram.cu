// counts[b] = how many of in[0..n-1] are b     cub::DeviceHistogram::HistogramEven, the peer of histogram/replicated
// flops 0, bytes read 4n, bytes written 4 bins
#include "kernels/histogram/prepared.cuh"
#include "kernels/peer/prepared.cuh"

namespace rooflens::kernels::peer {

std::unique_ptr<Prepared> prepare_cub_histogram(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const auto bins = static_cast<unsigned int>(problem["bins"]);
  const CubMemory memory([=](Temporary& asked) { count_with_cub(asked, nullptr, nullptr, n, bins); });
  histogram::HistogramPlan plan;
  plan.launch = [=](const histogram::HistogramBuffers& b) {
    Temporary temporary = memory.get();
    count_with_cub(temporary, b.in, b.counts, b.n, b.bins);
  };
  plan.describe = unknown_launches;
  return histogram::make_prepared(problem, std::move(plan));
}

}  // namespace rooflens::kernels::peer
