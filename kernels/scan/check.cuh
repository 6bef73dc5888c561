// The device's own scan, in integers and one slice after the other, unlike the CPU reference and unlike all variants.
#pragma once

#include "kernels/device/count_wrong.cuh"
#include "kernels/random.hpp"

namespace rooflens::kernels::scan {

/// The input cut into slices of `length`, the last one shorter.
struct Slices {
  std::uint64_t n = 0;
  std::uint64_t length = 0;
  [[nodiscard]] __host__ __device__ std::uint64_t count() const { return (n + length - 1) / length; }
  [[nodiscard]] __host__ __device__ std::uint64_t end(std::uint64_t slice) const {
    return (slice + 1) * length < n ? (slice + 1) * length : n;
  }
};

/// The sum of a slice in units of 2^-bits.
struct SliceSum {
  UniformInput in;
  Slices slices;
  __device__ long long operator()(std::uint64_t slice) const {
    long long sum = 0;
    for (std::uint64_t i = slice * slices.length; i < slices.end(slice); ++i) sum += in.scaled(i);
    return sum;
  }
};

/// A thread walks along a slice and compares every output; `before` is the sum of all that the slice follows.
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

}  // namespace rooflens::kernels::scan
