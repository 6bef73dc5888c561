// From the events of blocks to waves and tail: how many ran at once, when the last wave began, and what stood idle at
// the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/quantity.hpp"
#include "models/record/block_trace.hpp"

namespace rooflens::models {

/// Where a block stands in a drawing.
struct PlacedBlock {
  std::uint32_t event = 0;  ///< into BlockTrace::blocks
  std::uint32_t row = 0;    ///< into BlockTimeline::sms
  std::uint32_t slot = 0;   ///< place on its SM that was free when it started, below BlockTimeline::blocks_per_sm
  std::uint32_t wave = 0;   ///< from 0: by order of start, blocks_per_sm blocks an SM make a wave
};

struct BlockTimeline {
  std::vector<std::uint32_t> sms;   ///< that ran a block, ascending
  std::size_t sm_count = 0;         ///< SMs that the shares below count: idle ones of a whole trace as well
  std::uint32_t blocks_per_sm = 0;  ///< most blocks that an SM was seen to run at once
  double waves = 0;                 ///< blocks over blocks at once: 3.9
  Seconds span;
  Seconds last_wave_start;
  Seconds tail_start;  ///< the last block starts: from here on none waits, and places run empty
  double idle_sm_time =
      0;  ///< of all SM-time of the span, what lies behind the last block of its SM; 0..1 (of an SM without one: all)
  double idle_place_time = 0;       ///< of all time of places for blocks, what is empty in the tail; 0..1
  double imbalance = 1;             ///< time that blocks were on an SM, the most over the mean
  std::vector<PlacedBlock> placed;  ///< in order of start
  [[nodiscard]] std::size_t at_once() const { return sm_count * blocks_per_sm; }
};

/// `device_sms`: SMs of the device, 0 when unknown; those without a block count as idle, unless the trace keeps only
/// some SMs. Blocks that end in the very tick in which others start are taken to be gone. Nothing for an empty trace.
[[nodiscard]] std::optional<BlockTimeline> block_timeline(const BlockTrace& trace, int device_sms);

}  // namespace rooflens::models
