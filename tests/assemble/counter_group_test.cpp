// The group `quick`, what counts as a SASS counter, and the rule of the group `tensor`.
#include "models/counters/counter_group.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "models/counters/counters.hpp"
#include "models/counters/metric_table.hpp"
#include "models/place/operations.hpp"

namespace rooflens::collect {
namespace {

bool quick_has(std::string_view name) {
  const auto counters = models::quick_group().counters;
  return std::any_of(counters.begin(), counters.end(), [&](const models::WantedCounter& c) { return c.name == name; });
}

TEST(QuickGroup, NamesNoCounterTwice) {
  std::set<std::string_view> seen;
  for (const models::WantedCounter& wanted : models::quick_group().counters) {
    EXPECT_TRUE(seen.insert(wanted.name).second) << wanted.name;
    if (!wanted.alternative.empty()) {
      EXPECT_TRUE(seen.insert(wanted.alternative).second) << wanted.alternative;
    }
  }
}

TEST(QuickGroup, NamesEveryCounterWithItsRollup) {
  for (const models::WantedCounter& wanted : models::quick_group().counters) {
    EXPECT_NE(wanted.name.find('.'), std::string_view::npos) << wanted.name;
    EXPECT_EQ(wanted.name.find_first_of(" \t"), std::string_view::npos) << wanted.name;
  }
}

TEST(QuickGroup, HasWhatARooflineNeedsAtEachLevel) {
  EXPECT_TRUE(quick_has("dram__bytes.sum"));
  EXPECT_TRUE(quick_has("lts__t_sectors_srcunit_tex.sum"));
  EXPECT_TRUE(quick_has("l1tex__t_bytes.sum"));
  EXPECT_TRUE(quick_has("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"));
  EXPECT_TRUE(quick_has(models::kTensorActivity));
}

// A range has an overhead of its own, so its time is never a kernel's time (design, invariant 2).
TEST(QuickGroup, TakesNoTime) {
  for (const models::WantedCounter& wanted : models::quick_group().counters) {
    EXPECT_EQ(wanted.name.find("__time_duration"), std::string_view::npos) << wanted.name;
    const bool per_second = wanted.name.ends_with(".per_second");
    EXPECT_TRUE(!per_second || wanted.name.find("__cycles_elapsed.") != std::string_view::npos)
        << wanted.name << ": only a clock may be a rate of a range";
  }
}

TEST(CounterGroups, CollectEveryCounterThatTheMetricTableReadsOutsideTheTensorPipe) {
  std::set<std::string> offered;
  for (const models::CounterGroup* group : {&models::quick_group(), &models::pipes_group(), &models::waits_group()}) {
    for (const models::WantedCounter& wanted : group->counters) {
      offered.emplace(wanted.name);
      if (!wanted.alternative.empty()) offered.emplace(wanted.alternative);
    }
  }
  for (const models::MetricRow& row : models::metric_table()) {
    const std::string formula = models::formula(row);
    for (const auto* prefix : {"smsp__", "dram__", "fbpa__", "lts__", "l1tex__", "idc__"}) {
      for (std::size_t at = formula.find(prefix); at != std::string::npos; at = formula.find(prefix, at + 1)) {
        const std::size_t end = formula.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.", at);
        if (at > 0 && formula[at - 1] == '_') continue;  // the middle of a name
        EXPECT_TRUE(offered.contains(formula.substr(at, end - at)))
            << row.id << " reads " << formula.substr(at, end - at);
      }
    }
  }
}

TEST(SassCounter, IsRecognisedByItsName) {
  EXPECT_TRUE(models::is_sass_counter("smsp__sass_inst_executed.sum"));
  EXPECT_TRUE(models::is_sass_counter("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"));
  EXPECT_FALSE(models::is_sass_counter("dram__bytes.sum"));
  EXPECT_FALSE(models::is_sass_counter("sm__inst_executed_pipe_tensor.sum"));
}

TEST(SassCounter, IsNotThePeakOfOne) {  // a peak follows from the chip: nothing is patched for it
  EXPECT_FALSE(models::is_sass_counter("sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained"));
}

TEST(TensorRule, TakesTheOperationsOfEachNumberFormat) {
  EXPECT_TRUE(models::is_tensor_counter("sm__ops_path_tensor_src_bf16_dst_fp32"));
  EXPECT_TRUE(models::is_tensor_counter("sm__ops_path_tensor_src_int8"));
}

TEST(TensorRule, LeavesOutWhatWouldBeCountedTwice) {
  EXPECT_FALSE(models::is_tensor_counter("sm__ops_path_tensor_src_bf16_dst_fp32_sparsity_on"));
  EXPECT_FALSE(models::is_tensor_counter("sm__ops_path_tensor_src_bf16_dst_fp32_sparsity_off"));
  EXPECT_FALSE(models::is_tensor_counter("sm__ops_path_tensor_src_bf16_dst_fp32_realtime"));
}

TEST(TensorRule, TakesNothingElse) {
  EXPECT_FALSE(models::is_tensor_counter("sm__inst_executed_pipe_tensor"));
  EXPECT_FALSE(models::is_tensor_counter("sm__ops_path_tensor"));
  EXPECT_FALSE(models::is_tensor_counter("smsp__sm__ops_path_tensor_src_fp16"));
}

}  // namespace
}  // namespace rooflens::collect
