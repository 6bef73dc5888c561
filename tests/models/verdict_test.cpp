#include "models/explain/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// Instructions that take 10 of 12 s to issue, `dram` s of DRAM, and no arithmetic that tasks ask for.
RoundKernel issuing(double dram) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(dram).idle().instructions(40, 40 * 32, 40 * 32);
  kernel.arithmetic(0, 0, 0).count("sm__inst_executed_pipe_alu.sum", 1);
  const CeilingOrigin origin = kernel.machine().ceilings.compute.front().origin;
  kernel.machine().ceilings.instruction = {{Pipe::issue, OperationRate(4e9), origin}};
  return kernel;
}

TEST(Verdict, SpeaksOfTheRoofThatBindsAKernelThatHardlyUsesTheOthers) {
  EXPECT_THAT(verdict(issuing(0.1).analysis().machines.front()), HasSubstr("runs at 83 % of the Warp issue roof."));
}

TEST(Verdict, SpeaksOfDramWhereAKernelUsesIt) {
  EXPECT_THAT(verdict(issuing(1.3).analysis().machines.front()), HasSubstr("runs at 11 % of the DRAM roof."));
}

}  // namespace
}  // namespace rooflens::models
