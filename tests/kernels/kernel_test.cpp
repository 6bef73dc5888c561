// Problems: defaults, limits, and the words of each refusal.
#include "kernels/kernel.hpp"

#include <gtest/gtest.h>

#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

std::string refusal(std::string_view kernel, const std::map<std::string, std::int64_t>& parameters) {
  try {
    (void)make_problem(kernel_named(kernel), parameters);
  } catch (const BadParameter& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MakeProblem, FillsInDefaults) {
  const Problem problem = make_problem(kernel_named("reduction/sequential"), {{"n", 1000}});
  EXPECT_EQ(problem["n"], 1000);
  EXPECT_EQ(problem["block"], 256);
  EXPECT_EQ(problem.values().size(), 2u);
}

TEST(MakeProblem, AcceptsTheLimitsThemselves) {
  EXPECT_EQ(refusal("vector_add/one-d", {{"n", 1}}), "accepted");
  EXPECT_EQ(refusal("vector_add/one-d", {{"n", 8589934592}}), "accepted");
}

TEST(MakeProblem, NamesTheLimits) {
  EXPECT_EQ(refusal("vector_add/one-d", {{"n", 0}}),
            "n = 0 is out of range: vector_add/one-d takes n from 1 to 8589934592");
  EXPECT_EQ(refusal("vector_add/one-d", {{"n", 8589934593}}),
            "n = 8589934593 is out of range: vector_add/one-d takes n from 1 to 8589934592");
  EXPECT_EQ(refusal("vector_add/one-d", {{"n", -5}}),
            "n = -5 is out of range: vector_add/one-d takes n from 1 to 8589934592");
}

TEST(MakeProblem, NamesTheStep) {
  EXPECT_EQ(refusal("gemm/tensor-core-bf16", {{"n", 200}}),
            "n = 200 is not a multiple of 128: gemm/tensor-core-bf16 takes n from 128 to 65536 in steps of 128");
}

TEST(MakeProblem, WantsPowersOfTwoWhereTheTreeDoes) {
  EXPECT_EQ(refusal("reduction/sequential", {{"block", 96}}),
            "block = 96 is not a power of two: reduction/sequential takes block from 32 to 1024, powers of two");
  EXPECT_EQ(refusal("reduction/sequential", {{"block", 64}}), "accepted");
}

TEST(MakeProblem, SuggestsTheNearestParameter) {
  EXPECT_EQ(refusal("reduction/sequential", {{"blok", 64}}),
            "reduction/sequential has no parameter blok: did you mean block? It takes n, block");
  EXPECT_EQ(refusal("copy/float4", {{"N", 64}}), "copy/float4 has no parameter N: did you mean n? It takes n");
}

TEST(MakeProblem, SaysWhenAKernelTakesNoParameters) {
  const Kernel bare{.name = "a/b",
                    .summary = "",
                    .parameters = {},
                    .minimum_compute_capability = {},
                    .work = nullptr,
                    .device_memory = nullptr};
  EXPECT_EQ(make_problem(bare, {}).values().size(), 0u);
  EXPECT_THROW((void)make_problem(bare, {{"n", 1}}), BadParameter);
}

TEST(Problem, ThrowsForAParameterItDoesNotHave) {
  EXPECT_THROW((void)make_problem(kernel_named("copy/float4"), {})["m"], std::out_of_range);
}

}  // namespace
}  // namespace rooflens::kernels
