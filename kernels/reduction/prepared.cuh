// reduction on a device: buffers, random input, verification. The variants differ in what they launch.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::reduction {

/// (in, partial sums, n). Block b of a one-dimensional grid leaves partial sum b of the elements that reference()
/// names.
using Launch = KernelLaunch<const float*, float*, std::int64_t>;
/// The same for a kernel that adds within its input.
using InPlaceLaunch = KernelLaunch<float*, float*, std::int64_t>;

/// `per_thread`: elements that each thread takes at once.
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch,
                                                      unsigned int per_thread = 1);
[[nodiscard]] std::unique_ptr<Prepared> make_prepared_in_place(const Problem& problem, InPlaceLaunch launch,
                                                               unsigned int per_thread);

/// Shared floats of a tree of `block` threads that ends in one warp: that reads (and ignores) half a warp behind its
/// sums.
[[nodiscard]] constexpr unsigned int tree_floats(unsigned int block) { return block + 16; }

/// A thread for every `per_thread` elements, and `shared_floats` of dynamic shared memory per block.
[[nodiscard]] std::unique_ptr<Prepared> make_tree(const Problem& problem, decltype(Launch::function) function,
                                                  const char* name, std::int64_t shared_floats,
                                                  unsigned int per_thread = 1);

/// Device memory of a variant that leaves one sum.
struct SumBuffers {
  float* in;
  float* partials;         ///< SumPlan::partials uninitialised floats
  unsigned int* finished;  ///< zero before the first launch; a launch leaves it zero
  float* sum;              ///< the result
  std::int64_t n;
};

/// What such a variant launches in one execution, in order.
struct SumPlan {
  std::size_t partials = 0;
  bool overwrites_input = false;
  std::function<void(const SumBuffers&)> launch;
  std::function<std::vector<models::Launch>()> describe;
};

[[nodiscard]] std::unique_ptr<Prepared> make_prepared_sum(const Problem& problem, SumPlan plan);

/// Blocks of a function without dynamic shared memory that fill the device once; fewer when there is not an element for
/// each thread.
[[nodiscard]] unsigned int filling_grid(const void* function, const Problem& problem);

/// Sets the sum to zero, for kernels whose blocks add to it.
[[nodiscard]] KernelLaunch<float*> clear_sum();

/// A launch that clears the result, then one of `function` (in, sum, n, more...) with `per_thread` elements a thread.
template <typename... More>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared_atomic(const Problem& problem,
                                                             void (*function)(const float*, float*, std::int64_t,
                                                                              More...),
                                                             std::string name, std::int64_t per_thread, More... more) {
  const std::int64_t block = problem["block"];
  const KernelLaunch<const float*, float*, std::int64_t, More...> adding{
      function, std::move(name), dim3(grid_for(problem["n"], block * per_thread)),
      dim3(static_cast<unsigned int>(block)), static_cast<std::size_t>(block) * sizeof(float)};
  const KernelLaunch<float*> clearing = clear_sum();
  SumPlan plan;
  plan.launch = [=](const SumBuffers& b) {
    clearing(b.sum);
    adding(b.in, b.sum, b.n, more...);
  };
  plan.describe = [=] { return std::vector{clearing.describe(), adding.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
