// out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx], zero outside the image; on the
// CPU in FP64, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::convolution2d {

/// Element `index` of the row-major n x n output.
[[nodiscard]] double reference(const Input& in, const Input& filter, std::int64_t n, std::int64_t radius,
                               std::uint64_t index);

}  // namespace rooflens::kernels::convolution2d
