#include "models/counters/metric_table.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace rooflens::models {
namespace {

CounterSet counters(std::initializer_list<std::pair<const char*, double>> values) {
  CounterSet set;
  for (const auto& [name, value] : values) set.set(name, {.value = value, .min = value, .max = value});
  return set;
}

TEST(MetricTable, AnFmaCountsTwoOperations) {
  const auto set = counters({{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 10},
                             {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1},
                             {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 100}});
  EXPECT_DOUBLE_EQ(*evaluate("fp32_flops", set), 211);
}

TEST(MetricTable, APackedHalfFmaCountsFour) {
  const auto set = counters({{"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 1},
                             {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", 1},
                             {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 1}});
  EXPECT_DOUBLE_EQ(*evaluate("fp16_flops", set), 8);
}

TEST(MetricTable, AMissingCounterGivesNoValueInsteadOfASmallerOne) {
  const auto set = counters({{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 10},
                             {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1}});
  EXPECT_FALSE(evaluate("fp32_flops", set).has_value());
}

TEST(MetricTable, AZeroDenominatorGivesNoValue) {
  const auto set =
      counters({{"smsp__sass_branch_targets_threads_uniform.sum", 0}, {"smsp__sass_branch_targets.sum", 0}});
  EXPECT_FALSE(evaluate("branch_uniformity", set).has_value());
}

TEST(MetricTable, HalfTheLanesIdleIsHalfTheLaneEfficiency) {
  const auto set = counters({{"smsp__sass_thread_inst_executed.sum", 160}, {"smsp__sass_inst_executed.sum", 10}});
  EXPECT_DOUBLE_EQ(*evaluate("lane_efficiency", set), 0.5);
}

TEST(MetricTable, TheSecondNameOfACounterStandsInForTheFirst) {
  EXPECT_DOUBLE_EQ(*evaluate("dram_read_bytes", counters({{"fbpa__dram_read_bytes.sum", 7}})), 7);
  EXPECT_DOUBLE_EQ(*evaluate("dram_read_bytes", counters({{"dram__bytes_read.sum", 5}})), 5);
}

// 64 wavefronts for 2 loads are 32 each, the most that 32 lanes can need; 66 are not theirs alone.
TEST(MetricTable, MoreWavefrontsThanLanesAreNotThoseOfLoadsAndStores) {
  const auto with = [](double wavefronts) {
    return counters({{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", wavefronts},
                     {"smsp__sass_inst_executed_op_shared_ld.sum", 2},
                     {"smsp__sass_inst_executed_op_shared_st.sum", 0}});
  };
  EXPECT_DOUBLE_EQ(*evaluate("shared_wavefronts_per_access", with(64)), 32);
  EXPECT_TRUE(metrics_left_out(with(64)).empty());
  EXPECT_FALSE(evaluate("shared_wavefronts_per_access", with(66)));
  for (const DerivedMetric& metric : evaluate_all(with(66))) EXPECT_NE(metric.row->id, "shared_wavefronts_per_access");
  ASSERT_EQ(metrics_left_out(with(66)).size(), 1u);
  EXPECT_EQ(metrics_left_out(with(66)).front()->id, "shared_wavefronts_per_access");
  EXPECT_NE(metrics_left_out(with(66)).front()->beyond.find("atomics"), std::string::npos);
  EXPECT_DOUBLE_EQ(*evaluate("shared_bytes", with(66)), 66 * 128) << "the data stage was taken all the same";
}

// 512 bytes are 16 a lane, the widest access.
TEST(MetricTable, MoreBytesThanLanesCanMoveAreNotThoseOfLoadsAndStores) {
  const auto with = [](double bytes) {
    return counters({{"smsp__sass_data_bytes_mem_shared.sum", bytes},
                     {"smsp__sass_inst_executed_op_shared_ld.sum", 1},
                     {"smsp__sass_inst_executed_op_shared_st.sum", 1}});
  };
  EXPECT_DOUBLE_EQ(*evaluate("shared_bytes_per_access", with(1024)), 512);
  EXPECT_FALSE(evaluate("shared_bytes_per_access", with(1100)));
  ASSERT_EQ(metrics_left_out(with(1100)).size(), 1u);
  EXPECT_EQ(metrics_left_out(with(1100)).front()->id, "shared_bytes_per_access");
}

TEST(MetricTable, FormulaNamesWeightsAndCounters) {
  const auto table = metric_table();
  const auto row =
      std::find_if(table.begin(), table.end(), [](const MetricRow& r) { return r.id == "lane_efficiency"; });
  ASSERT_NE(row, table.end());
  EXPECT_EQ(formula(*row), "smsp__sass_thread_inst_executed.sum / (32 x smsp__sass_inst_executed.sum)");
}

TEST(MetricTable, RowsOfOneIdStandTogetherAndEveryRowExplainsItself) {
  std::set<std::string_view> finished;
  std::string_view previous;
  for (const MetricRow& row : metric_table()) {
    if (row.id != previous) {
      EXPECT_FALSE(finished.contains(row.id)) << row.id;
      finished.insert(previous);
    }
    previous = row.id;
    EXPECT_FALSE(row.label.empty());
    EXPECT_FALSE(row.summary.empty());
    EXPECT_FALSE(row.numerator.empty());
  }
}

TEST(MetricTable, EachIdIsEvaluatedOnce) {
  const auto set = counters({{"fbpa__dram_read_bytes.sum", 7}, {"dram__bytes_read.sum", 5}});
  const auto metrics = evaluate_all(set);
  ASSERT_EQ(metrics.size(), 1u);
  EXPECT_EQ(metrics[0].row->id, "dram_read_bytes");
}

}  // namespace
}  // namespace rooflens::models
