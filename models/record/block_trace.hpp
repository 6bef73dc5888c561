// When and where the blocks of one launch ran, as the kernel itself recorded it: what a timeline is drawn from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rooflens::models {

/// One block, from the start of its first warp to the end of its last one.
struct BlockEvent {
  std::uint64_t block = 0;     ///< its number in the grid
  std::uint32_t sm = 0;        ///< as the hardware numbers them
  std::uint32_t warps = 0;     ///< that were recorded, at least 1
  std::uint64_t start_ns = 0;  ///< since the first block of the launch started
  std::uint64_t end_ns = 0;
};

struct BlockTrace {
  std::uint64_t blocks_run = 0;    ///< of the launch; more than `blocks` has when only some SMs were kept
  std::uint32_t sms_run = 0;       ///< SMs that ran them
  std::uint64_t span_ns = 0;       ///< from the first start to the last end, over all blocks of the launch
  std::vector<BlockEvent> blocks;  ///< in ascending order of block; of each SM that was kept, all of them
  [[nodiscard]] bool whole() const { return blocks.size() == blocks_run; }
};

/// Blocks that a session keeps of one launch; with more, whole SMs are left out.
inline constexpr std::size_t kMostBlocks = 65'536;

/// The trace cut down to evenly chosen SMs, of each of which every block stays, so that at most `most` blocks are left,
/// or those of one SM. A trace that is small enough comes back as it is.
[[nodiscard]] BlockTrace keep_whole_sms(BlockTrace trace, std::size_t most);

}  // namespace rooflens::models
