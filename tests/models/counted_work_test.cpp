#include "models/place/counted_work.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

double counted(const char* probe, const CounterSet& counters) {
  return counted_work(*find_probe(probe), counters).value_or(-1);
}

TEST(CountedWork, IsTheBytesOfTheProbesLevel) {
  CounterSet counters;
  counters.set("dram__bytes.sum", {.value = 4e9});
  counters.set("lts__t_sectors_srcunit_tex.sum", {.value = 10});
  EXPECT_EQ(counted("dram-copy", counters), 4e9);
  EXPECT_EQ(counted("l2", counters), 320);
  EXPECT_EQ(counted("l2-shared", counters), 320);
  EXPECT_EQ(counted("shared", counters), -1);
}

TEST(CountedWork, IsTheOperationsOfTheProbesPrecision) {
  CounterSet counters;
  for (const char* op : {"fadd", "fmul"}) {
    counters.set("smsp__sass_thread_inst_executed_op_" + std::string(op) + "_pred_on.sum", {.value = 0});
  }
  counters.set("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", {.value = 512});
  EXPECT_EQ(counted("fp32", counters), 1024);
  EXPECT_EQ(counted("fp64", counters), -1);
}

TEST(CountedWork, OfATimeThereIsNone) { EXPECT_EQ(counted("launch-latency", {}), -1); }

}  // namespace
}  // namespace rooflens::models
