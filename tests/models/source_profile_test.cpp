// Samples and counts of single instructions, added up by function and by line.
#include "models/find/source_profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/counters/stall_table.hpp"
#include "models/find/source_findings.hpp"

namespace rooflens::models {
namespace {

using testing::HasSubstr;

constexpr const char* kExecuted = "smsp__sass_inst_executed";
constexpr const char* kSectors = "smsp__sass_sectors_mem_global";
constexpr const char* kIdealSectors = "smsp__sass_sectors_mem_global_ideal";

// Two launches were counted. Line 3 waits for memory and moves 32 sectors where 4 would do; line 4 issues.
FunctionProfile function() {
  return {"f",
          0,
          0,
          2,
          {{0, "", 0, {{"stall.wait", 5}}},
           {16, "d/a.cu", 3, {{"stall.long_scoreboard", 60}, {kExecuted, 2}, {kSectors, 64}, {kIdealSectors, 8}}},
           {32, "d/a.cu", 3, {{"stall.long_scoreboard", 15}, {"stall.selected", 5}, {kExecuted, 2}}},
           {48, "d/a.cu", 4, {{"stall.selected", 15}, {kExecuted, 2}}},
           {64, "d/a.cu", 5, {{kExecuted, 2}}}}};
}

TEST(SourceProfile, AddsUpSamplesByReason) {
  const SourceProfile profile = source_profile(function());
  EXPECT_EQ(profile.samples, 100);
  ASSERT_EQ(profile.stalls.size(), 3u);
  EXPECT_EQ(profile.stalls[0].reason, "long_scoreboard");
  EXPECT_EQ(profile.stalls[0].share, 0.75);
  EXPECT_EQ(profile.stalls[1].reason, "selected");
  EXPECT_EQ(profile.stalls[1].samples, 20);
}

TEST(SourceProfile, AddsUpLinesAndLeavesOutThoseWithNothingToSay) {
  const SourceProfile profile = source_profile(function());
  ASSERT_EQ(profile.lines.size(), 3u);
  EXPECT_EQ(profile.lines[0].line, 3);
  EXPECT_EQ(profile.lines[0].share, 0.80);
  EXPECT_EQ(profile.lines[0].worst->reason, "long_scoreboard");
  EXPECT_EQ(profile.lines[1].line, 4);
  EXPECT_FALSE(profile.lines[1].worst);  // issuing is no wait
  EXPECT_EQ(profile.lines[2].file, "");  // instructions without a line come last
  EXPECT_TRUE(profile.has_lines());
}

TEST(SourceProfile, CountsAccessesPerLaunch) {
  const SourceProfile profile = source_profile(function());
  ASSERT_TRUE(profile.access);
  EXPECT_EQ(profile.access->sectors, 32);
  EXPECT_EQ(profile.access->ideal_sectors, 4);
  EXPECT_EQ(profile.access->excess_sectors(), 28);
  EXPECT_EQ(profile.lines[0].access->sectors, 32);
  EXPECT_EQ(profile.lines[1].access->sectors, 0);
  EXPECT_FALSE(profile.lines[2].access);  // never counted, which is not the same as none
}

TEST(SourceProfile, KnowsNothingOfAccessesThatWereNotCounted) {
  FunctionProfile sampled = function();
  sampled.counted_launches = 0;
  EXPECT_FALSE(source_profile(sampled).access);
}

TEST(SourceProfile, OfNothingIsEmpty) {
  const FunctionProfile nothing{"f", 0, 0, 0, {}};
  const SourceProfile profile = source_profile(nothing);
  EXPECT_EQ(profile.samples, 0);
  EXPECT_FALSE(profile.access);
  EXPECT_FALSE(profile.has_lines());
  EXPECT_TRUE(source_findings(profile).empty());
}

TEST(SourceFindings, NameTheWaitAndTheLine) {
  const std::vector<Finding> findings = source_findings(source_profile(function()));
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[1].cause,
            "In 75 % of 100 samples a warp waits for a load from global, local or texture memory, most of all at "
            "a.cu:3.");
  EXPECT_EQ(findings[0].cause,
            "a.cu:3 causes 100 % of the excess sectors of global memory; 88 % of all of them are excess.");
}

TEST(SourceFindings, AreNotMadeOfAFewSamples) {
  FunctionProfile few = function();
  few.instructions.resize(1);
  EXPECT_TRUE(source_findings(source_profile(few)).empty());
}

TEST(StallTable, HasEachReasonOnceAndAWordForIt) {
  for (const StallReason& reason : stall_table()) {
    EXPECT_EQ(find_stall(reason.id), &reason) << reason.id;
    EXPECT_FALSE(reason.label.empty());
    EXPECT_FALSE(reason.meaning.empty());
  }
  EXPECT_EQ(find_stall("of_a_newer_chip"), nullptr);
  EXPECT_FALSE(is_wait("selected"));
  EXPECT_TRUE(is_wait("of_a_newer_chip"));
}

}  // namespace
}  // namespace rooflens::models
