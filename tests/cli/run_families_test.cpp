#include "profiler/actions/run/run_cases.hpp"

#include <gtest/gtest.h>

#include <set>

#include "kernels/catalogue.hpp"

namespace rooflens::actions {
namespace {

Case case_of(const char* name) {
  const kernels::Kernel* kernel = kernels::find(name);
  return {kernel, kernels::make_problem(*kernel, {})};
}

TEST(RunFamilies, HoldEveryKernelOfTheFamilyStepsFirst) {
  const std::vector<Case> cases{case_of("reduction/float4"), case_of("reduction/shuffle"), case_of("read_only/ldg")};
  const auto families = families_of(cases);
  ASSERT_EQ(families.size(), 2U);
  EXPECT_EQ(families[0].name, "reduction");
  EXPECT_EQ(families[0].members.size(), kernels::match("reduction/*").size());
  EXPECT_EQ(families[0].members.front().kernel, "reduction/global-naive");
  EXPECT_TRUE(families[0].members.front().step);
  EXPECT_FALSE(families[0].members.back().step);
  EXPECT_EQ(families[0].members.front().peer, "peer/cub-reduce");
  std::set<std::string> names;
  for (const auto& member : families[0].members) EXPECT_TRUE(names.insert(member.kernel).second) << member.kernel;
}

TEST(RunFamilies, TellVariantsOfAFamilyWithoutOrderByTheirSummary) {
  const std::vector<Case> cases{case_of("read_only/ldg")};
  const auto family = families_of(cases).front();
  for (const auto& member : family.members) {
    EXPECT_FALSE(member.step);
    EXPECT_EQ(member.change, kernels::find(member.kernel)->summary);
  }
}

TEST(RunFamilies, CarryPublishedTimesWithTheirCorrection) {
  const std::vector<Case> cases{case_of("reduction/float4")};
  const auto family = families_of(cases).front();
  const auto& naive = family.members.front().published;
  ASSERT_EQ(naive.size(), 1U);
  EXPECT_EQ(naive[0].board, "Tesla V100 PCIe");
  EXPECT_DOUBLE_EQ(naive[0].printed.value(), 4.609e-3);
  EXPECT_DOUBLE_EQ(naive[0].kernel_only->value(), 4.44e-3);
}

TEST(RunFamilies, HoldNoPeers) {
  const std::vector<Case> cases{case_of("peer/cub-reduce")};
  EXPECT_TRUE(families_of(cases).empty());
}

}  // namespace
}  // namespace rooflens::actions
