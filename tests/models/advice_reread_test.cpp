#include "models/advise/advice_reread.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/counters/counter_rules.hpp"
#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// DRAM delivers 9 GB and takes 1 GB, which takes 10 s of 12.
RoundKernel reading(double held) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(10).idle();
  kernel.count("dram__bytes_read.sum", 9).count("dram__bytes_write.sum", 1).count(std::string(kArgumentBytes), held);
  return kernel.count("smsp__sass_inst_executed_op_local_ld.sum", 0, 1)
      .count("smsp__sass_inst_executed_op_local_st.sum", 0, 1);
}

TEST(RereadAdvice, MoreIsReadThanTheArgumentsHold) {
  const auto advice = advice_for(reading(3));
  const Advice* reread = advice_called(advice, "reread");
  ASSERT_TRUE(reread);
  EXPECT_THAT(reread->evidence, HasSubstr("reads 9000 MB; the allocations that its arguments point into hold 3000 MB"));
  EXPECT_DOUBLE_EQ(reread->gain_low, 1);
  EXPECT_DOUBLE_EQ(reread->gain_high, 3) << "4 s: 3 GB read and 1 GB written";
}

TEST(RereadAdvice, WhatIsReadOnceIsNotReadAgain) {
  EXPECT_TRUE(advice_called(advice_for(reading(8)), "reread"));
  EXPECT_FALSE(advice_called(advice_for(reading(8.2)), "reread")) << "within 10 %";
  EXPECT_FALSE(advice_called(advice_for(reading(20)), "reread"));
}

TEST(RereadAdvice, NothingIsKnownOfLocalMemoryOrWithoutArguments) {
  EXPECT_FALSE(advice_called(advice_for(reading(3).count("smsp__sass_inst_executed_op_local_ld.sum", 1, 1)), "reread"));
  EXPECT_FALSE(advice_called(advice_for(reading(3).erase("smsp__sass_inst_executed_op_local_ld.sum")), "reread"));
  EXPECT_FALSE(advice_called(advice_for(reading(3).erase(kArgumentBytes)), "reread"));
  EXPECT_FALSE(advice_called(advice_for(reading(3).compulsory(2)), "reread")) << "the task says more";
}

// Half of the sectors that were moved was not asked for: DRAM delivers them again for the rest of them.
TEST(RereadAdvice, UnusedSectorsAreToldInstead) {
  RoundKernel kernel = reading(3).count("l1tex__t_bytes.sum", 8).count("lts__t_sectors_srcunit_tex.sum", 0.25);
  const auto advice = advice_for(kernel.global(0, 0, 4, 0.25));
  EXPECT_TRUE(advice_called(advice, "coalescing"));
  EXPECT_FALSE(advice_called(advice, "reread"));
}

TEST(RereadAdvice, DramHasToTakeSomeOfTheTime) {
  RoundKernel kernel = reading(3);
  kernel.machine().ceilings.memory.back().rate = ByteRate(2.7e9);
  EXPECT_TRUE(advice_called(advice_for(kernel), "reread")) << "3.7 s of 12";
  kernel.machine().ceilings.memory.back().rate = ByteRate(2.8e9);
  EXPECT_FALSE(advice_called(advice_for(kernel), "reread")) << "3.57 s";
}

}  // namespace
}  // namespace rooflens::models
