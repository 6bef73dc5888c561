#include "models/record/block_timeline.hpp"

#include <gtest/gtest.h>

#include <set>

namespace rooflens::models {
namespace {

BlockTrace trace_of(std::vector<BlockEvent> blocks) {
  BlockTrace trace;
  std::set<std::uint32_t> sms;
  for (const BlockEvent& event : blocks) {
    trace.span_ns = std::max(trace.span_ns, event.end_ns);
    sms.insert(event.sm);
  }
  trace.blocks_run = blocks.size();
  trace.sms_run = static_cast<std::uint32_t>(sms.size());
  trace.blocks = std::move(blocks);
  return trace;
}

// Two SMs, one block each at once, blocks of 100 ns: SM 0 runs three of them, SM 1 two.
BlockTrace five_blocks() {
  return trace_of(
      {{0, 0, 8, 0, 100}, {1, 1, 8, 0, 100}, {2, 0, 8, 100, 200}, {3, 1, 8, 100, 200}, {4, 0, 8, 200, 300}});
}

TEST(BlockTimeline, OfNothingIsNothing) { EXPECT_FALSE(block_timeline({}, 132).has_value()); }

TEST(BlockTimeline, CountsWaves) {
  const auto line = block_timeline(five_blocks(), 2);
  EXPECT_EQ(line->blocks_per_sm, 1U);
  EXPECT_EQ(line->at_once(), 2U);
  EXPECT_DOUBLE_EQ(line->waves, 2.5);
  EXPECT_DOUBLE_EQ(in_nanoseconds(line->span), 300);
  EXPECT_DOUBLE_EQ(in_nanoseconds(line->last_wave_start), 200);
}

TEST(BlockTimeline, SaysWhatStandsIdleAtTheEnd) {
  const auto line = block_timeline(five_blocks(), 2);
  EXPECT_DOUBLE_EQ(in_nanoseconds(line->tail_start), 200);
  EXPECT_DOUBLE_EQ(line->idle_sm_time, 100.0 / 600);  // SM 1, from 200 to 300 ns
  EXPECT_DOUBLE_EQ(line->idle_place_time, 100.0 / 600);
  EXPECT_DOUBLE_EQ(line->imbalance, 300 / 250.0);
}

TEST(BlockTimeline, CountsSmsWithoutABlockAsIdle) {
  const auto line = block_timeline(five_blocks(), 4);
  EXPECT_EQ(line->sms, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(line->sm_count, 4U);
  EXPECT_DOUBLE_EQ(line->idle_sm_time, 700.0 / 1200);
  EXPECT_DOUBLE_EQ(line->imbalance, 300 / 125.0);
}

TEST(BlockTimeline, CountsTheSmsItHasWhereSomeWereLeftOut) {
  BlockTrace trace = five_blocks();
  trace.blocks_run = 500;
  trace.sms_run = 132;
  EXPECT_EQ(block_timeline(trace, 132)->sm_count, 2U);
}

TEST(BlockTimeline, PutsBlocksThatOverlapIntoPlacesOfTheirOwn) {
  // The third block takes the place that the second one left; the fourth starts as the first ends.
  const auto line =
      block_timeline(trace_of({{0, 3, 1, 0, 100}, {1, 3, 1, 10, 50}, {2, 3, 1, 60, 160}, {3, 3, 1, 100, 160}}), 1);
  EXPECT_EQ(line->blocks_per_sm, 2U);
  std::vector<std::uint32_t> slots;
  for (const PlacedBlock& placed : line->placed) slots.push_back(placed.slot);
  EXPECT_EQ(slots, (std::vector<std::uint32_t>{0, 1, 1, 0}));
}

TEST(BlockTimeline, NumbersWavesByOrderOfStart) {
  const auto line =
      block_timeline(trace_of({{0, 0, 1, 200, 300}, {1, 0, 1, 0, 100}, {2, 1, 1, 5, 100}, {3, 1, 1, 110, 210}}), 2);
  std::vector<std::uint64_t> events, waves, rows;
  for (const PlacedBlock& placed : line->placed) {
    events.push_back(placed.event);
    waves.push_back(placed.wave);
    rows.push_back(placed.row);
  }
  EXPECT_EQ(events, (std::vector<std::uint64_t>{1, 2, 3, 0}));
  EXPECT_EQ(waves, (std::vector<std::uint64_t>{0, 0, 1, 1}));
  EXPECT_EQ(rows, (std::vector<std::uint64_t>{0, 1, 1, 0}));
  EXPECT_DOUBLE_EQ(in_nanoseconds(line->last_wave_start), 110);
}

TEST(BlockTimeline, HasNoTailWhereAllEndTogether) {
  const auto line = block_timeline(trace_of({{0, 0, 8, 0, 100}, {1, 1, 8, 0, 100}}), 2);
  EXPECT_DOUBLE_EQ(line->idle_sm_time, 0);
  EXPECT_DOUBLE_EQ(line->idle_place_time, 0);
  EXPECT_DOUBLE_EQ(line->imbalance, 1);
  EXPECT_DOUBLE_EQ(line->waves, 1);
}

TEST(BlockTimeline, StandsATimerThatDidNotMove) {
  const auto line = block_timeline(trace_of({{0, 0, 8, 0, 0}, {1, 0, 8, 0, 0}}), 1);
  EXPECT_EQ(line->blocks_per_sm, 1U);
  EXPECT_DOUBLE_EQ(line->idle_sm_time, 0);
  EXPECT_DOUBLE_EQ(line->imbalance, 1);
}

BlockTrace blocks_on(std::uint32_t sms, std::uint64_t blocks) {
  std::vector<BlockEvent> events;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    events.push_back({i, static_cast<std::uint32_t>(i % sms), 4, i / sms * 10, i / sms * 10 + 10});
  }
  return trace_of(std::move(events));
}

TEST(BlockTrace, IsKeptWholeWhileItIsSmall) {
  EXPECT_EQ(keep_whole_sms(blocks_on(10, 100), 100).blocks.size(), 100U);
  EXPECT_TRUE(keep_whole_sms(blocks_on(10, 100), 100).whole());
}

TEST(BlockTrace, IsCutToWholeSms) {
  const BlockTrace cut = keep_whole_sms(blocks_on(10, 100), 40);
  std::set<std::uint32_t> sms;
  for (const BlockEvent& event : cut.blocks) sms.insert(event.sm);
  EXPECT_EQ(sms, (std::set<std::uint32_t>{0, 3, 6, 9}));
  EXPECT_EQ(cut.blocks.size(), 40U);
  EXPECT_EQ(cut.blocks_run, 100U);
  EXPECT_EQ(cut.sms_run, 10U);
  EXPECT_EQ(cut.span_ns, 100U);
  EXPECT_FALSE(cut.whole());
}

TEST(BlockTrace, KeepsOneSmAtLeast) {
  EXPECT_EQ(keep_whole_sms(blocks_on(2, 100), 10).blocks.size(), 50U);
  EXPECT_EQ(keep_whole_sms(blocks_on(1, 100), 10).blocks.size(), 100U);
}

}  // namespace
}  // namespace rooflens::models
