// CUB, compiled once.
#include "kernels/peer/prepared.cuh"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "kernels/device/check.cuh"

namespace rooflens::kernels::peer {

void sum_with_cub(Temporary& temporary, const float* in, float* out, std::int64_t n) {
  ROOFLENS_CUDA(cub::DeviceReduce::Sum(temporary.data, temporary.bytes, in, out, n));
}

void scan_with_cub(Temporary& temporary, const float* in, float* out, std::int64_t n, bool exclusive) {
  ROOFLENS_CUDA(exclusive ? cub::DeviceScan::ExclusiveSum(temporary.data, temporary.bytes, in, out, n)
                          : cub::DeviceScan::InclusiveSum(temporary.data, temporary.bytes, in, out, n));
}

void count_with_cub(Temporary& temporary, const std::uint32_t* in, std::uint32_t* counts, std::int64_t n,
                    unsigned int bins) {
  const int levels = static_cast<int>(bins) + 1;
  ROOFLENS_CUDA(cub::DeviceHistogram::HistogramEven(temporary.data, temporary.bytes, in, counts, levels, 0U, bins, n));
}

}  // namespace rooflens::kernels::peer
