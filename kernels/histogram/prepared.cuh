// histogram on a device: buffers, random input, verification. The variants differ in what they launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::histogram {

/// (in, counts, n, bins). Adds to counts that a launch before it has cleared.
using Launch = KernelLaunch<const std::uint32_t*, std::uint32_t*, std::int64_t, unsigned int>;
/// (counts, how many)
using Clear = KernelLaunch<std::uint32_t*, std::int64_t>;

/// Device memory of one problem.
struct HistogramBuffers {
  const std::uint32_t* in;
  std::uint32_t* counts;
  std::uint32_t* scratch;  ///< HistogramPlan::scratch uninitialised words
  std::int64_t n;
  unsigned int bins;
};

/// What a variant launches in one execution, in order.
struct HistogramPlan {
  std::size_t scratch = 0;
  std::function<void(const HistogramBuffers&)> launch;
  std::function<std::vector<models::Launch>()> describe;
};

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, HistogramPlan plan);

/// A launch that clears the counts, then `launch`.
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch);

/// The same with blocks that fill the device once, fewer when there are not `per_thread` elements for each thread; each
/// block has `shared_counts` words of dynamic shared memory.
[[nodiscard]] std::unique_ptr<Prepared> make_filling(const Problem& problem, decltype(Launch::function) function,
                                                     const char* name, std::int64_t shared_counts,
                                                     std::int64_t per_thread = 1);

/// Clears `count` words.
[[nodiscard]] Clear clear_words(std::int64_t count);

}  // namespace rooflens::kernels::histogram
