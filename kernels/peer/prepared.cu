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

void scan_with_cub(Temporary& temporary, const float* in, float* out, std::int64_t n) {
  ROOFLENS_CUDA(cub::DeviceScan::InclusiveSum(temporary.data, temporary.bytes, in, out, n));
}

void count_with_cub(Temporary& temporary, const unsigned char* in, unsigned int* counts, std::int64_t n) {
  ROOFLENS_CUDA(
      cub::DeviceHistogram::HistogramEven(temporary.data, temporary.bytes, in, counts, kBins + 1, 0, kBins, n));
}

}  // namespace rooflens::kernels::peer
