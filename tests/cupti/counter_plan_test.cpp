// Counter names and pass counts for every chip that CUPTI's host library lists, with no GPU.
#include "profiler/cupti/counter_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "profiler/bench/collector.hpp"
#include "profiler/cupti/group_passes.hpp"

namespace rooflens::collect::cupti {
namespace {

using Names = std::vector<std::string>;
using ::testing::HasSubstr;

// Integrated GPUs share the memory of their host and do not count it.
const Names kNoDram{"dram__bytes.sum", "fbpa__dram_read_bytes.sum", "fbpa__dram_write_bytes.sum",
                    "dram__bytes.sum.peak_sustained"};
const std::map<std::string, Names> kExpectedMissing{{"GA10B", kNoDram}, {"GB10B", kNoDram}, {"GB20B", kNoDram}};
const std::set<std::string> kOlderThanTheRangeProfiler{"GV100"};
const std::set<std::string> kNotSchedulable{"GV11B"};
const std::set<std::string> kWithoutTensorPipe{"TU116", "TU117"};

// The library, or nothing where CUPTI is not installed.
std::shared_ptr<const Api> cupti() {
  try {
    return load();
  } catch (const Unavailable&) {
    return nullptr;
  }
}

class CounterPlanTest : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer ends a process in which CUPTI opens its host library (RTLD_DEEPBIND)";
#endif
    api_ = cupti();
    if (!api_) GTEST_SKIP() << "libcupti is not installed here";
    for (const std::string& chip : supported_chips(*api_)) {
      if (!kNotSchedulable.contains(chip)) chips_.push_back(chip);
    }
    ASSERT_GE(chips_.size(), 20U);
  }

  std::shared_ptr<const Api> api_;
  Names chips_;
};

Names refused_names(const CounterPlan& plan) {
  Names names;
  for (const models::Refusal& refusal : plan.refused) names.push_back(refusal.counter);
  return names;
}

// Each wanted counter is in the plan exactly once or refused; nothing that was not wanted is in it.
void expect_complete(const CounterPlan& plan, const std::string& chip) {
  const auto times = [&](std::string_view name) {
    return name.empty() ? 0 : std::count(plan.names.begin(), plan.names.end(), name);
  };
  const Names refused = refused_names(plan);
  std::ptrdiff_t wanted_names = 0;
  for (const models::WantedCounter& wanted : models::quick_group().counters) {
    const auto count = times(wanted.name) + times(wanted.alternative);
    const bool is_refused = std::find(refused.begin(), refused.end(), wanted.name) != refused.end();
    EXPECT_LE(count, 1) << chip << " collects twice " << wanted.name;
    EXPECT_EQ(count == 0 && !wanted.optional && !wanted.if_free, is_refused) << chip << " " << wanted.name;
    wanted_names += count;
  }
  EXPECT_EQ(std::ssize(plan.names), wanted_names) << chip << " collects what nobody wanted";
}

TEST_F(CounterPlanTest, OffersEveryCounterOfQuickButTheKnownGaps) {
  for (const std::string& chip : chips_) {
    const CounterPlan plan = plan_group(HostProfiler(api_, chip), models::quick_group());
    const auto expected = kExpectedMissing.find(chip);
    EXPECT_EQ(refused_names(plan), expected == kExpectedMissing.end() ? Names{} : expected->second) << chip;
    for (const models::Refusal& refusal : plan.refused) EXPECT_EQ(refusal.reason, "not offered by " + chip);
    expect_complete(plan, chip);
  }
}

// The first pass is hardware, and code is patched in the last one only.
TEST_F(CounterPlanTest, TakesOneHardwareAndOneSassPassForQuick) {
  for (const std::string& chip : chips_) {
    if (kOlderThanTheRangeProfiler.contains(chip)) continue;
    const CounterPlan plan = plan_group(HostProfiler(api_, chip), models::quick_group());
    EXPECT_EQ(plan.passes(), 2) << chip;
    EXPECT_EQ(plan.hardware_passes, 1U) << chip;
    EXPECT_EQ(plan.first_pass, 0) << chip;
    EXPECT_FALSE(plan.is_sass_pass(0)) << chip;
    EXPECT_TRUE(plan.is_sass_pass(1)) << chip;
  }
}

// On a GH100 it would: another counter there is needed more.
TEST_F(CounterPlanTest, TakesTheAnchorWhereItCostsNoPass) {
  const auto has_anchor = [&](const char* chip) {
    const CounterPlan plan = plan_group(HostProfiler(api_, chip), models::quick_group());
    return std::find(plan.names.begin(), plan.names.end(), models::kHardwareAnchor) != plan.names.end();
  };
  EXPECT_TRUE(has_anchor("GB100"));
  EXPECT_FALSE(has_anchor("GH100"));
}

// Special functions, loads and stores, loads in flight: the one pass more that new resources cost on a GH100. Atomics
// fit into the passes of `quick` there.
TEST_F(CounterPlanTest, TakesOnePassMoreForOtherPipes) {
  for (const std::string& chip : chips_) {
    if (kOlderThanTheRangeProfiler.contains(chip)) continue;
    const CounterPlan plan = plan_group(HostProfiler(api_, chip), models::pipes_group());
    EXPECT_EQ(plan.passes(), 1) << chip;
    EXPECT_THAT(plan.names,
                ::testing::IsSupersetOf({"sm__inst_executed_pipe_lsu.sum", "sm__inst_executed_pipe_xu.sum"}))
        << chip;
    EXPECT_THAT(plan.refused, ::testing::IsEmpty()) << chip;
  }
  const CounterPlan pipes = plan_group(HostProfiler(api_, "GH100"), models::pipes_group());
  EXPECT_THAT(pipes.names,
              ::testing::IsSupersetOf({"sm__inst_executed_pipe_alu.sum", "sm__inst_executed_pipe_fmaheavy.sum"}));
  const CounterPlan quick = plan_group(HostProfiler(api_, "GH100"), models::quick_group());
  EXPECT_THAT(quick.names, ::testing::IsSupersetOf({"lts__d_atomic_input_cycles_active.max",
                                                    "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum"}));
}

// What SMs read of the host's memory costs no pass more; what they write comes with other pipes.
TEST_F(CounterPlanTest, TakesAccessesOfTheHostWhereTheyCostNoPass) {
  constexpr const char *kReads = "lts__t_sectors_srcunit_tex_aperture_sysmem_op_read.sum",
                       *kWrites = "lts__t_sectors_srcunit_tex_aperture_sysmem_op_write.sum";
  const HostProfiler gh100(api_, "GH100");
  EXPECT_THAT(plan_group(gh100, models::quick_group()).names, ::testing::Contains(kReads));
  EXPECT_THAT(plan_group(gh100, models::pipes_group()).names, ::testing::IsSupersetOf({kReads, kWrites}));
}

// With --stalls.
TEST_F(CounterPlanTest, TakesOnePassForLoadsInFlight) {
  const CounterPlan waits = plan_group(HostProfiler(api_, "GH100"), models::waits_group());
  EXPECT_EQ(waits.passes(), 1);
  EXPECT_THAT(waits.names, ::testing::IsSupersetOf({"sm__inst_pending_pipe_lsu_mem_lg_cmd_read.sum",
                                                    "sm__inst_executed_pipe_lsu_mem_lg_cmd_read.sum"}));
}

TEST_F(CounterPlanTest, TakesOnePassWithoutPatchedCode) {
  for (const std::string& chip : chips_) {
    if (kOlderThanTheRangeProfiler.contains(chip)) continue;
    const CounterPlan plan = plan_group(HostProfiler(api_, chip), models::quick_group(), false);
    EXPECT_EQ(plan.passes(), 1) << chip;
    EXPECT_FALSE(plan.is_sass_pass(0)) << chip;
    for (const std::string& name : plan.names) EXPECT_FALSE(models::is_sass_counter(name)) << chip << " " << name;
  }
}

TEST_F(CounterPlanTest, PatchesCodeFromTheFirstPassWhereNothingElseIsWanted) {
  constexpr std::array wanted{models::WantedCounter{"smsp__sass_inst_executed.sum"}};
  const CounterPlan plan = plan_group(HostProfiler(api_, "GH100"), {"test", "", wanted});
  EXPECT_EQ(plan.passes(), 1);
  EXPECT_TRUE(plan.is_sass_pass(0));
}

TEST_F(CounterPlanTest, CountsTheOperationsOfEveryTensorPipe) {
  for (const std::string& chip : chips_) {
    const CounterPlan plan = plan_tensor(HostProfiler(api_, chip), 2);
    const auto operations = std::count_if(plan.names.begin(), plan.names.end(), [](const std::string& name) {
      return name.starts_with(models::kTensorPrefix) && name.ends_with(".sum");
    });
    EXPECT_EQ(plan.first_pass, 2) << chip;
    EXPECT_EQ(plan.passes() > 0, !plan.names.empty()) << chip;
    EXPECT_EQ(plan.hardware_passes, plan.schedule.passes) << chip << ": the tensor group patches no code";
    EXPECT_EQ(operations > 0, !kWithoutTensorPipe.contains(chip))
        << chip << " counts " << operations << " number formats";
  }
}

TEST_F(CounterPlanTest, RefusesAnUnknownNameAndCollectsTheOthers) {
  constexpr std::array wanted{models::WantedCounter{"dram__bytes.sum"}, models::WantedCounter{"no__such_counter.sum"},
                              models::WantedCounter{.name = "nor__this_one.sum", .optional = true}};
  const HostProfiler host(api_, "GH100");
  const CounterPlan plan = plan_group(host, {"test", "a group with a typo", wanted});
  EXPECT_EQ(refused_names(plan), Names{"no__such_counter.sum"});
  EXPECT_EQ(plan.names, Names{"dram__bytes.sum"});
}

TEST_F(CounterPlanTest, TakesTheAlternativeWhereTheFirstNameIsMissing) {
  constexpr std::array wanted{models::WantedCounter{"no__such_counter.sum", "dram__bytes.sum"}};
  const CounterPlan plan = plan_group(HostProfiler(api_, "GH100"), {"test", "", wanted});
  EXPECT_TRUE(plan.refused.empty());
  EXPECT_EQ(plan.names, Names{"dram__bytes.sum"});
}

TEST_F(CounterPlanTest, OffersOnlyWholeNames) {
  const HostProfiler host(api_, "GH100");
  EXPECT_TRUE(host.offers("dram__bytes.sum"));
  EXPECT_FALSE(host.offers(""));
  EXPECT_FALSE(host.offers("dram__bytes.nonsense"));
}

TEST_F(CounterPlanTest, HasAnEmptyPlanForAnEmptyGroup) {
  const CounterPlan plan = plan_group(HostProfiler(api_, "GH100"), {"test", "", {}});
  EXPECT_EQ(plan.passes(), 0);
  EXPECT_TRUE(plan.names.empty());
}

TEST_F(CounterPlanTest, NamesTheChipsItKnowsWhenAskedForAnother) {
  for (const char* chip : {"NOPE", "gh100", "GH100 "}) {
    try {
      (void)group_passes(chip);
      ADD_FAILURE() << chip << " was accepted";
    } catch (const UnknownChip& error) {
      EXPECT_EQ(error.what(), std::string("CUPTI knows no chip named ") + chip);
      EXPECT_THAT(error.remedy(), HasSubstr("GH100"));
    }
  }
}

TEST_F(CounterPlanTest, ListsEveryChipWithItsPasses) {
  Names listed;
  for (const ChipPasses& entry : group_passes("")) {
    listed.push_back(entry.chip);
    EXPECT_GT(entry.quick, 0) << entry.chip;
  }
  EXPECT_EQ(listed, chips_);
}

}  // namespace
}  // namespace rooflens::collect::cupti
