// The CPU references of precision: small integers, one output at a time.
#pragma once

#include "kernels/precision/matrix.hpp"
#include "kernels/precision/stream.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::precision {

/// The sum over the pairs and lanes of thread i, x + y, after so many iterations. `table` gives integers.
[[nodiscard]] double stream_reference(const Input& table, std::int64_t iterations, int lanes, std::uint64_t i);

/// Element `index` of the matrices, warp by warp, row-major, after so many iterations.
[[nodiscard]] double matrix_reference(const Input& table, std::int64_t iterations, int k, std::uint64_t index);

}  // namespace rooflens::kernels::precision
