#include "models/explain/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Instructions that take `issue` of 12 s to issue, `dram` s of DRAM, and no arithmetic that tasks ask for.
RoundKernel issuing(double issue, double dram) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(dram).idle();
  kernel.instructions(4 * issue, 4 * issue * 32, 4 * issue * 32);
  kernel.arithmetic(0, 0, 0).count("sm__inst_executed_pipe_alu.sum", 1);
  const CeilingOrigin origin = kernel.machine().ceilings.compute.front().origin;
  kernel.machine().ceilings.instruction = {{Pipe::issue, OperationRate(4e9), origin}};
  return kernel;
}

TEST(Verdict, SpeaksOfTheRoofThatBindsAKernelThatHardlyUsesTheOthers) {
  EXPECT_THAT(verdict(issuing(10, 0.1).analysis().machines.front()), HasSubstr("runs at 83 % of the Warp issue roof."));
}

TEST(Verdict, NamesNoShareAboveARoof) {
  EXPECT_THAT(verdict(issuing(13, 0.1).analysis().machines.front()), Not(HasSubstr("108 %")));
}

TEST(Verdict, SpeaksOfDramWhereAKernelUsesIt) {
  EXPECT_THAT(verdict(issuing(10, 1.3).analysis().machines.front()), HasSubstr("runs at 11 % of the DRAM roof."));
}

TEST(Verdict, SaysHowLittleOfAnyRoofAKernelUsesThatNoneBinds) {
  EXPECT_THAT(verdict(issuing(3, 0.1).analysis().machines.front()),
              HasSubstr("not bound by a roof; runs at no more than 25 % of any roof."));
  EXPECT_THAT(verdict(issuing(3, 1.3).analysis().machines.front()),
              HasSubstr("not bound by a roof; runs at 11 % of the DRAM roof."));
}

// Beside 12 s of a kernel that was counted.
std::string beside_uncounted(double seconds) {
  RoundKernel kernel = issuing(10, 1.3);
  kernel.observation().launches_made = 1;
  Observation other = kernel.observation();
  other.name = "meet<4>";
  other.counters = {};
  other.launches.front().function = "void others::meet<4>(int)";
  other.durations = {Seconds(seconds)};
  kernel.recording.observations.push_back(std::move(other));
  return verdict(kernel.analysis().machines.front());
}

TEST(Verdict, BeginsWithWhatNobodyKnowsWhereThatIsMostOfTheTime) {
  EXPECT_THAT(beside_uncounted(48), ::testing::StartsWith("For 80 % of GPU time, most of it in meet, the % of roof is "
                                                          "unknown; 20 % is in one kernel at 11 % of the DRAM roof"));
  EXPECT_THAT(beside_uncounted(4), ::testing::StartsWith("75 % of GPU time is in one kernel"));
  EXPECT_THAT(beside_uncounted(4), HasSubstr(" For another 25 % of GPU time, the % of roof is unknown."));
}

}  // namespace
}  // namespace rooflens::models
