#include "profiler/import/spelling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rooflens::imports {
namespace {

using ::testing::Contains;

TEST(Spelling, SumsOverSmsAreSumsOverSubPartitions) {
  Metrics m{{"sm__sass_thread_inst_executed_op_ffma_pred_on.sum", 5}};
  (void)add_our_names(m, {});
  EXPECT_EQ(m["smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"], 5);
}

TEST(Spelling, WhatWasCountedIsNeverReplaced) {
  Metrics m{{"smsp__sass_inst_executed.sum", 1}, {"smsp__inst_executed.sum", 2}};
  (void)add_our_names(m, {});
  EXPECT_EQ(m["smsp__sass_inst_executed.sum"], 1);
}

TEST(Spelling, DramBytesAreReadPlusWritten) {
  Metrics m{{"dram__bytes_read.sum", 100}, {"dram__bytes_write.sum", 20}};
  EXPECT_THAT(add_our_names(m, {}), Contains("dram__bytes.sum from dram__bytes_read.sum + dram__bytes_write.sum"));
  EXPECT_EQ(m["dram__bytes.sum"], 120);
}

TEST(Spelling, HalfOfTheBytesIsNotAllOfThem) {
  Metrics m{{"dram__bytes_read.sum", 100}};
  (void)add_our_names(m, {});
  EXPECT_FALSE(m.contains("dram__bytes.sum"));
}

TEST(Spelling, ARateTimesTheTimeIsACount) {
  Metrics m{{"dram__bytes.sum.per_second", 2e9}};
  (void)add_our_names(m, 500.0);
  EXPECT_DOUBLE_EQ(m["dram__bytes.sum"], 1000);
}

TEST(Spelling, ARateWithoutATimeIsNone) {
  Metrics m{{"dram__bytes.sum.per_second", 2e9}};
  EXPECT_TRUE(add_our_names(m, {}).empty());
  EXPECT_EQ(m.size(), 1U);
}

TEST(Spelling, ACountEachCycleTimesTheCyclesIsACount) {
  const std::string name = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
  Metrics m{{name + ".per_cycle_elapsed", 32}, {"smsp__cycles_elapsed.max", 10}};
  (void)add_our_names(m, {});
  EXPECT_EQ(m[name], 320);
  // Without a count of cycles: 1 GHz for 10 ns.
  m = {{name + ".per_cycle_elapsed", 32}, {"smsp__cycles_elapsed.avg.per_second", 1e9}};
  (void)add_our_names(m, 10.0);
  EXPECT_DOUBLE_EQ(m[name], 320);
}

}  // namespace
}  // namespace rooflens::imports
