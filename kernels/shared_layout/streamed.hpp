// The words of streamed-conflict: the same for the device code, the CPU reference and the test that counts wavefronts.
#pragma once

#include <cstdint>

namespace rooflens::kernels::shared_layout {

/// A warp takes 8 rows of 32 elements, a thread 8 elements; a block has 8 warps.
inline constexpr unsigned int kStreamedRows = 8;
inline constexpr unsigned int kStreamedTile = 32 * kStreamedRows;
inline constexpr unsigned int kStreamedThreads = 256;
inline constexpr std::int64_t kStreamedBlockElements = std::int64_t{kStreamedRows} * kStreamedThreads;

/// The word of its tile that a lane reads as its element `row`: `ways` lanes, a power of two up to 8, meet in each bank
/// that is wanted, each in a row of its own. All rows together read every word once.
[[nodiscard]] constexpr unsigned int streamed_word(unsigned int ways, unsigned int row, unsigned int lane) {
  return (row / ways * ways + lane % ways) * 32 + row % ways * (32 / ways) + lane / ways;
}

}  // namespace rooflens::kernels::shared_layout
