// latency on a device: buffers, the random cycle, verification.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/latency/family.hpp"

namespace rooflens::kernels::latency {

/// A cache line with the address of the next one.
struct alignas(kNodeBytes) Node {
  const Node* next;
};

/// (nodes, place to begin at, steps, out). Leaves the place of the last node in out[0].
using ChaseLaunch = KernelLaunch<const Node*, std::uint32_t, int, float*>;

/// (in, out, FMAs a chain, one). The last is 1, which the compiler must not know.
using FmaLaunch = KernelLaunch<const float*, float*, int, float>;

[[nodiscard]] std::unique_ptr<Prepared> make_chase(const Problem& problem, ChaseLaunch launch);
[[nodiscard]] std::unique_ptr<Prepared> make_fmas(const Problem& problem, FmaLaunch launch, std::int64_t chains);

}  // namespace rooflens::kernels::latency
