// Fetches scattered elements of a device array.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/judgement.hpp"

namespace rooflens::kernels {

/// source[i] for each of the indices, in their order. Synchronises.
[[nodiscard]] std::vector<Sample> gather(const float* source, const std::vector<std::uint64_t>& indices);

}  // namespace rooflens::kernels
