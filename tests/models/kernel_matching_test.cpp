#include "models/compare/kernel_matching.hpp"

#include <gtest/gtest.h>

#include "models/compare/conditions.hpp"
#include "tests/fixtures/small_recording.hpp"

namespace rooflens::models {
namespace {

using fixtures::add_kernel;
using fixtures::small_recording;

Matching match(const Recording& a, const Recording& b) {
  const Analysis first = analyse(a);
  const Analysis second = analyse(b);
  return match_kernels(kernels_of({&a, &first}), kernels_of({&b, &second}));
}

struct KernelMatching : ::testing::Test {
  Recording a = small_recording();
  Recording b = small_recording();
};

TEST_F(KernelMatching, FindsTheSameNameGeometryAndParametersInAnyOrder) {
  add_kernel(a, "x", {1});
  add_kernel(a, "y", {1});
  add_kernel(b, "y", {1});
  add_kernel(b, "x", {1});
  const Matching matching = match(a, b);
  ASSERT_EQ(matching.pairs.size(), 2U);
  EXPECT_EQ(matching.pairs[0].b, 1U);
  EXPECT_EQ(matching.pairs[1].b, 0U);
  EXPECT_EQ(matching.pairs[0].rule, MatchRule::same);
}

TEST_F(KernelMatching, PairsKernelsOfOneNameInTheirOrder) {
  for (const double time : {1, 2, 3}) add_kernel(a, "x", {time});
  for (const double time : {1, 2}) add_kernel(b, "x", {time});
  const Matching fewer = match(a, b);
  ASSERT_EQ(fewer.pairs.size(), 2U);
  EXPECT_EQ(fewer.pairs[1].a, 1U);
  EXPECT_EQ(fewer.pairs[1].b, 1U);
  EXPECT_EQ(fewer.only_a, std::vector<std::size_t>{2});
  const Matching more = match(b, a);
  EXPECT_EQ(more.pairs.size(), 2U);
  EXPECT_EQ(more.only_b, std::vector<std::size_t>{2});
}

TEST_F(KernelMatching, KnowsTheFamilyThatWasSgemmBefore) {
  add_kernel(a, "sgemm/tiled", {1});
  add_kernel(b, "gemm/tiled", {1});
  EXPECT_EQ(match(a, b).pairs.at(0).rule, MatchRule::same);
}

TEST_F(KernelMatching, KeepsSizesOfASweepApart) {
  add_kernel(a, "x", {1}).parameters = {{"n", 1}};
  add_kernel(a, "x", {1}).parameters = {{"n", 2}};
  add_kernel(b, "x", {1}).parameters = {{"n", 2}};
  const Matching matching = match(a, b);
  ASSERT_EQ(matching.pairs.size(), 1U);
  EXPECT_EQ(matching.pairs[0].a, 1U);
  EXPECT_EQ(matching.only_a, std::vector<std::size_t>{0});
}

TEST_F(KernelMatching, FindsAFunctionWhoseShortNameDiffers) {
  add_kernel(a, "add", {1}).launches.front().function = "void add<float>(float*)";
  add_kernel(b, "add (grid 10)", {1}).launches.front().function = "void add<float>(float*)";
  EXPECT_EQ(match(a, b).pairs.at(0).rule, MatchRule::same_function);
}

TEST_F(KernelMatching, TakesParametersThatOneSideDoesNotTellAsEqual) {
  add_kernel(a, "x", {1}).parameters = {{"n", 1}};
  add_kernel(b, "x", {1}).parameters.clear();
  EXPECT_EQ(match(a, b).pairs.at(0).rule, MatchRule::no_parameters);
  b.observations.front().parameters = {{"n", 2}};
  EXPECT_TRUE(match(a, b).pairs.empty());
}

TEST_F(KernelMatching, DoesNotGuessWhichParametersAreMeant) {
  add_kernel(a, "x", {1}).parameters = {{"n", 1}};
  add_kernel(a, "x", {1}).parameters = {{"n", 2}};
  add_kernel(b, "x", {1}).parameters.clear();
  EXPECT_TRUE(match(a, b).pairs.empty());
}

TEST_F(KernelMatching, FindsARetunedKernelByItsName) {
  add_kernel(a, "x", {1});
  add_kernel(b, "x", {1}).launches.front().block = {512, 1, 1};
  EXPECT_EQ(match(a, b).pairs.at(0).rule, MatchRule::geometry);
}

TEST_F(KernelMatching, DoesNotGuessBetweenSeveralGeometries) {
  add_kernel(a, "x", {1});
  add_kernel(b, "x", {1}).launches.front().block = {512, 1, 1};
  add_kernel(b, "x", {1}).launches.front().block = {128, 1, 1};
  const Matching matching = match(a, b);
  EXPECT_TRUE(matching.pairs.empty());
  EXPECT_EQ(matching.only_b.size(), 2U);
}

TEST_F(KernelMatching, FindsAnotherInstanceOfATemplate) {
  add_kernel(a, "add_f", {1}).launches.front().function = "void add<float, 4>(float*)";
  add_kernel(a, "other", {1});
  add_kernel(b, "add_h", {1}).launches.front().function = "void add<__half, 8>(__half*)";
  add_kernel(b, "other", {1});
  EXPECT_EQ(match(a, b).pairs.at(0).rule, MatchRule::templated);
}

TEST_F(KernelMatching, FindsTheOnlyOneThatIsLeft) {
  add_kernel(a, "old", {1});
  add_kernel(b, "new", {1});
  EXPECT_EQ(match(a, b).pairs.at(0).rule, MatchRule::only_one);
  add_kernel(b, "newer", {1});
  EXPECT_TRUE(match(a, b).pairs.empty());
}

TEST_F(KernelMatching, PairsARankWithTheSameRank) {
  a.processes =
      b.processes = {{.id = 0, .hostname = "", .pid = 1, .rank = 0}, {.id = 1, .hostname = "", .pid = 2, .rank = 1}};
  add_kernel(a, "x", {1}).process = 0;
  add_kernel(a, "x", {1}).process = 1;
  add_kernel(b, "x", {1}).process = 1;
  add_kernel(b, "x", {1}).process = 0;
  const Matching matching = match(a, b);
  ASSERT_EQ(matching.pairs.size(), 2U);
  EXPECT_EQ(matching.pairs[0].b, 1U);
}

TEST_F(KernelMatching, PairsRanksByOrderWhereNoneIsShared) {
  b.processes.front().rank = 7;
  add_kernel(a, "x", {1});
  add_kernel(b, "x", {1});
  EXPECT_EQ(match(a, b).pairs.size(), 1U);
}

TEST(TemplateArguments, AreWhatIsLeftOut) {
  EXPECT_EQ(without_template_arguments("void add<float, std::array<char*, 3ul> >(int, float*)"), "void add");
  EXPECT_EQ(without_template_arguments("(anonymous namespace)::f<2>(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(without_template_arguments("ns<int>::g(float)"), "ns::g");
  EXPECT_EQ(without_template_arguments("plain"), "plain");
}

}  // namespace
}  // namespace rooflens::models
