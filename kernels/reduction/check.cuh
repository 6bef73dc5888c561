// The device's own sums, in integers, unlike the CPU reference.
#pragma once

#include "kernels/device/count_wrong.cuh"
#include "kernels/random.hpp"
#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {

/// The sum of block b's elements in units of 2^-bits.
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

/// The sum of slice b of the input.
struct SliceSum {
  UniformInput in;
  Grid grid;
  __device__ double operator()(std::uint64_t b) const {
    return static_cast<double>(scaled_sum(in, grid, b)) / static_cast<double>(1 << in.bits);
  }
};

}  // namespace rooflens::kernels::reduction
