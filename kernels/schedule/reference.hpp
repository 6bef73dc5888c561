// What schedule/block-trace computes, on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::schedule {

/// Element i after `rounds` multiply-adds of chain A.
[[nodiscard]] float reference(const Input& in, std::int64_t rounds, std::uint64_t i);

}  // namespace rooflens::kernels::schedule
