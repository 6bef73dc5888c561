// The CPU references of latency: where a chase ends, and what chains of FMAs leave.
#pragma once

#include "kernels/latency/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::latency {

/// The place of the node that is reached after `steps` steps: followed node by node.
[[nodiscard]] double chase_reference(std::int64_t footprint, std::int64_t steps, std::uint32_t seed);

/// out[i] of `fmas` FMAs in so many chains, in FP64.
[[nodiscard]] double fma_reference(const Input& in, std::int64_t fmas, std::int64_t chains, std::uint64_t i);

}  // namespace rooflens::kernels::latency
