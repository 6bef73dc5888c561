// What the kernels of shared_layout do, on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::shared_layout {

/// Element i after a round trip through tiles of `height` x 32, written by rows and read by columns: tiles of 32 x 32
/// are transposed. Elements from n on are 0.
[[nodiscard]] float transposed(const Input& in, std::uint64_t n, std::uint64_t height, std::uint64_t i);

/// Thread i's sum of `passes` times a column of its block's 32 x 32 elements: column lane / ways.
[[nodiscard]] float column_sum(const Input& in, std::uint64_t ways, std::uint64_t passes, std::uint64_t i);

/// Element i of a stream whose warps read their tile of 8 x 32 elements in turns of `ways` rows at once, each lane in
/// the row lane % ways: turn r takes the r % ways-th group of 32 / ways columns. Elements from n on are 0.
[[nodiscard]] float streamed(const Input& in, std::uint64_t n, std::uint64_t ways, std::uint64_t i);

/// Element i plus the one at its mirror image in the tile of `tile` elements: in[i XOR 32] + in[tile's last - i].
/// Elements from n on are 0.
[[nodiscard]] float mirrored(const Input& in, std::uint64_t n, std::uint64_t tile, std::uint64_t i);

}  // namespace rooflens::kernels::shared_layout
