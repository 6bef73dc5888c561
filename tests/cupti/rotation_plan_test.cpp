// The groups that rotate, planned for every chip that CUPTI's host library knows; no GPU is needed.
#include "profiler/cupti/rotation_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/place/operations.hpp"
#include "profiler/bench/collector.hpp"
#include "profiler/cupti/counter_plan.hpp"

namespace rooflens::collect::cupti {
namespace {

using Kind = RotationGroup::Kind;

std::shared_ptr<const Api> cupti() {
  try {
    return load();
  } catch (const Unavailable&) {
    return nullptr;
  }
}

struct RotationPlanTest : ::testing::Test {
  std::shared_ptr<const Api> api = cupti();
  void SetUp() override {
    if (!api) GTEST_SKIP() << "no CUPTI on this machine";
  }
  [[nodiscard]] RotationPlan plan(const std::string& chip, bool sass = true,
                                  const std::vector<std::string>& extra = {}) const {
    return plan_rotation(HostProfiler(api, chip), sass, extra);
  }
  // Chips whose counters can be read while an application runs (compute capability 7.5 and later).
  [[nodiscard]] std::vector<std::string> chips() const {
    std::vector<std::string> all = supported_chips(*api);
    std::erase_if(all, [](const std::string& chip) { return chip == "GV100" || chip == "GV11B"; });
    return all;
  }
};

bool has(const RotationGroup& group, std::string_view counter) {
  return std::find(group.counters.begin(), group.counters.end(), counter) != group.counters.end();
}

TEST_F(RotationPlanTest, CountsHardwareInOnePassAndPatchedCodeInOneOnEveryChip) {
  for (const std::string& chip : chips()) {
    const RotationPlan p = plan(chip);
    ASSERT_GE(p.groups.size(), 2U) << chip;
    EXPECT_EQ(p.groups[0].id, "hardware") << chip;
    EXPECT_EQ(p.groups[0].passes, 1) << chip;
    EXPECT_EQ(p.groups[1].id, "sass") << chip;
    EXPECT_EQ(p.groups[1].passes, 1) << chip;
  }
}

TEST_F(RotationPlanTest, GivesEveryGroupAnAnchor) {
  for (const std::string& chip : chips()) {
    for (const RotationGroup& group : plan(chip).groups) {
      EXPECT_TRUE(has(group, models::kHardwareAnchor) || has(group, models::kSassAnchor) ||
                  has(group, models::kTrafficAnchor))
          << chip << ' ' << group.id;
    }
  }
}

TEST_F(RotationPlanTest, GivesEveryGroupAsManyPassesAsTheLongestThatWasAskedFor) {
  const RotationPlan p = plan("GH100", true, {"gcc__xbar2gcc_sectors.sum"});
  ASSERT_EQ(p.groups.back().kind, Kind::extra);
  const auto most = static_cast<std::size_t>(std::ranges::max(p.groups, {}, &RotationGroup::passes).passes);
  EXPECT_GE(most, 2U);
  for (const RotationGroup& group : p.groups) EXPECT_EQ(group.schedule.passes, most) << group.id;
}

// CUPTI exchanges configurations only where these are equally many.
TEST_F(RotationPlanTest, GivesEveryGroupAsManyPasses) {
  for (const std::string& chip : chips()) {
    const RotationPlan p = plan(chip);
    const HostProfiler host(api, chip);
    int next = 0;
    std::size_t most = 0;
    for (const RotationGroup& group : p.groups) {
      EXPECT_EQ(group.first_pass, next) << chip << ' ' << group.id;
      next += group.passes;
      most = std::max(most, static_cast<std::size_t>(group.passes));
      EXPECT_EQ(host.schedule(group.counters).passes, static_cast<std::size_t>(group.passes))
          << chip << ' ' << group.id;
    }
    for (const RotationGroup& group : p.groups) EXPECT_EQ(group.schedule.passes, most) << chip << ' ' << group.id;
  }
}

// On a GH100 the anchor leaves no place for loads and stores.
TEST_F(RotationPlanTest, CountsPipesInOnePassOnEveryChip) {
  for (const std::string& chip : chips()) {
    const RotationPlan p = plan(chip);
    ASSERT_GE(p.groups.size(), 3U) << chip;
    EXPECT_EQ(p.groups[2].id, "pipes") << chip;
    EXPECT_EQ(p.groups[2].passes, 1) << chip;
    EXPECT_TRUE(has(p.groups[2], "sm__inst_executed_pipe_xu.sum")) << chip;
  }
  EXPECT_TRUE(has(plan("GH100").groups[2], "sm__inst_executed_pipe_fmaheavy.sum"));
  EXPECT_TRUE(has(plan("GH100").groups[2], "sm__inst_executed_pipe_alu.sum"));
}

TEST_F(RotationPlanTest, CountsWaitsInOnePassOnEveryChip) {
  for (const std::string& chip : chips()) {
    const RotationGroup waits = plan(chip).groups.back();
    EXPECT_EQ(waits.kind, Kind::waits) << chip;
    EXPECT_EQ(waits.passes, 1) << chip;
    EXPECT_TRUE(has(waits, "smsp__warps_issue_stalled_barrier.sum")) << chip;
    EXPECT_TRUE(has(waits, "sm__inst_pending_pipe_lsu_mem_lg_cmd_read.sum")) << chip;
  }
}

TEST_F(RotationPlanTest, TakesTheFormatsInTheOrderOfTheirUse) {
  const RotationPlan p = plan("GH100");
  std::vector<std::string> ids;
  for (const RotationGroup& group : p.groups) ids.push_back(group.id);
  EXPECT_THAT(ids, ::testing::ElementsAre("hardware", "sass", "pipes", "tensor", "tensor bf16_dst_fp32", "tensor fp16",
                                          "tensor tf32_dst_fp32", "tensor int8", "waits"));
  // Two formats share the pass that tells matrix work from moved constants.
  EXPECT_TRUE(has(p.groups[3], models::kHalfOnTensorPipe));
  EXPECT_TRUE(has(p.groups[3], "sm__ops_path_tensor_src_fp8.sum"));
  EXPECT_TRUE(has(p.groups[3], "sm__ops_path_tensor_src_fp64.sum"));
}

TEST_F(RotationPlanTest, LeavesPatchedCodeOutWhereItIsNotWanted) {
  for (const RotationGroup& group : plan("GH100", false).groups) EXPECT_NE(group.kind, Kind::sass);
}

TEST_F(RotationPlanTest, RefusesAnUnknownCounterWithItsNeighboursAndKeepsTheOthers) {
  const RotationPlan p = plan("GH100", true, {"dram__byte.sum", "sm__ctas_launched.sum", "dram__bytes"});
  ASSERT_EQ(p.groups.back().id, "extra 1");
  EXPECT_THAT(p.groups.back().counters, ::testing::ElementsAre("sm__ctas_launched.sum"));
  ASSERT_EQ(p.refused.size(), 2U);
  EXPECT_EQ(p.refused[0].counter, "dram__byte.sum");
  EXPECT_THAT(p.refused[0].reason, ::testing::HasSubstr("nearest: dram__bytes.sum"));
  EXPECT_THAT(p.refused[1].reason, ::testing::HasSubstr("write dram__bytes.sum"));
}

TEST_F(RotationPlanTest, PutsExtraCountersThatDoNotFitTogetherIntoSeveralGroups) {
  const RotationPlan p =
      plan("GH100", true,
           {"sm__ctas_launched.sum", "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio",
            "lts__t_requests.sum", "sm__inst_executed_pipe_alu.sum"});
  for (const RotationGroup& group : p.groups) {
    if (group.kind == Kind::extra && group.counters.size() > 1) {
      EXPECT_EQ(group.passes, 1) << group.id;
    }
  }
  EXPECT_TRUE(p.refused.empty());
}

TEST_F(RotationPlanTest, TakesOneGroupInOnePass) {
  const HostProfiler host(api, "GH100");
  const RotationPlan quick = plan_one_group(host, {});
  ASSERT_EQ(quick.groups.size(), 1u);
  EXPECT_EQ(quick.groups.front().id, "hardware");
  EXPECT_EQ(quick.groups.front().schedule.passes, 1u);
  const RotationPlan chosen =
      plan_one_group(host, {"dram__bytes.sum", "dram__bytez.sum", "smsp__sass_inst_executed.sum"});
  ASSERT_EQ(chosen.groups.size(), 1u);
  EXPECT_THAT(chosen.groups.front().counters,
              ::testing::ElementsAre("dram__bytes.sum", std::string(models::kHardwareAnchor)));
  EXPECT_EQ(chosen.groups.front().schedule.passes, 1u);
  ASSERT_EQ(chosen.refused.size(), 2u);
  EXPECT_THAT(chosen.refused[0].reason, ::testing::HasSubstr("nearest"));
  EXPECT_THAT(chosen.refused[1].reason, ::testing::HasSubstr("takes another pass"));
  const RotationPlan patched = plan_one_group(host, {"smsp__sass_inst_executed.sum"});
  EXPECT_THAT(patched.groups.front().counters, ::testing::ElementsAre("smsp__sass_inst_executed.sum"));
  EXPECT_EQ(plan_one_group(host, {"dram__bytez.sum"}).groups.front().id, "hardware");  // better than nothing
}

TEST_F(RotationPlanTest, ReplaysQuickAndPipesWithTheTimeInThreePasses) {
  const ReplayPlan quick = plan_replay(HostProfiler(api, "GH100"), true, {}, {});
  EXPECT_EQ(quick.schedule.passes, 3U);
  EXPECT_THAT(quick.names, ::testing::IsSupersetOf(
                               {std::string(models::kReplayDuration), std::string("sm__inst_executed_pipe_xu.sum")}));
  EXPECT_THAT(quick.names, ::testing::Not(::testing::Contains(std::string(models::kTensorCycles))));
}

TEST_F(RotationPlanTest, RefusesAnUnknownCounterInAReplayToo) {
  const ReplayPlan plan =
      plan_replay(HostProfiler(api, "GH100"), true, {}, {"dram__bytez.sum", "dram__bytes_read.sum"});
  EXPECT_NE(std::find(plan.names.begin(), plan.names.end(), "dram__bytes_read.sum"), plan.names.end());
  ASSERT_EQ(plan.refused.size(), 1u);
  EXPECT_EQ(plan.refused.front().counter, "dram__bytez.sum");
  EXPECT_THAT(plan.refused.front().reason, ::testing::HasSubstr("dram__bytes.sum"));
}

TEST_F(RotationPlanTest, ReplaysOneFormatInHalfThePassesOfAllFormats) {
  const HostProfiler host(api, "GH100");
  const ReplayPlan all = plan_replay(host, true, tensor_counters(host), {});
  EXPECT_EQ(all.names.size(), all.passes.size());
  const ReplayPlan one = plan_replay(host, true, {"sm__ops_path_tensor_src_bf16_dst_fp32.sum"}, {});
  EXPECT_LE(2 * one.schedule.passes, all.schedule.passes);
  EXPECT_THAT(one.names, ::testing::IsSupersetOf({std::string(models::kTensorBusy), std::string(models::kTensorCycles),
                                                  one.formats.at(0)}));
}

}  // namespace
}  // namespace rooflens::collect::cupti
