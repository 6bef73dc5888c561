// scan on a device: buffers, random input, verification. The variants differ in what they launch.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::scan {

/// (in, out, n) for variants that scan segments by themselves.
using Launch = KernelLaunch<const float*, float*, std::int64_t>;

/// Device memory of one problem.
struct ScanBuffers {
  const float* in;
  float* out;
  std::uint64_t* scratch;  ///< ScanPlan::scratch uninitialised words
  std::int64_t n;
};

/// What a variant launches in one execution, in order.
struct ScanPlan {
  std::size_t scratch = 0;
  std::int64_t segment;  ///< elements after which the scan begins anew; n when it never does
  std::function<void(const ScanBuffers&)> launch;
  std::function<std::vector<models::Launch>()> describe;
};

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, ScanPlan plan);

/// One launch, each block of which scans `segment` elements.
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, std::int64_t segment);

}  // namespace rooflens::kernels::scan
