#include "tests/kernels/awkward_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/catalogue.hpp"

namespace rooflens::kernels {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::IsSupersetOf;
using testing::Le;
using testing::Not;

TEST(AwkwardValues, AreNeighboursOfWarpsAndPrimes) {
  const auto values = awkward_values({"n", "", 1 << 20, 1, 1 << 30});
  EXPECT_THAT(values, IsSupersetOf({1, 2, 3, 31, 32, 33, 1000, 1025, 1000003}));
  EXPECT_EQ(values.front(), 1);
}

TEST(AwkwardValues, KeepToTheLimits) {
  EXPECT_THAT(awkward_values({"n", "", 5, 4, 40}), AllOf(Each(AllOf(Ge(4), Le(40))), Contains(4), Contains(40)));
  EXPECT_THAT(awkward_values({"n", "", 128, 128, 65536, 128}),
              AllOf(IsSupersetOf({128, 256, 384}), Not(Contains(1000))));
  EXPECT_THAT(awkward_values({"block", "", 256, 256, 1024, 1, true}), ElementsAre(256, 1024, 512));
  EXPECT_THAT(awkward_values({"offset", "", 0, -1, 1}), testing::UnorderedElementsAre(-1, 0, 1));
}

TEST(AwkwardProblems, AreAllowedFewAndCheap) {
  for (const Kernel* kernel : catalogue()) {
    const std::vector<Parameters> problems = awkward_problems(*kernel);
    EXPECT_GE(problems.size(), 3u) << kernel->name;
    EXPECT_LE(problems.size(), kMostAwkwardProblems) << kernel->name;
    EXPECT_EQ(problems.front(), base_problem(*kernel));
    for (const Parameters& problem : problems) {
      EXPECT_TRUE(affordable(*kernel, problem, kQuick)) << kernel->name << " " << describe(problem);
      EXPECT_EQ(problem.size(), kernel->parameters.size()) << kernel->name << " " << describe(problem);
    }
  }
}

TEST(AwkwardProblems, VaryEveryParameter) {
  for (const Kernel* kernel : catalogue()) {
    const Parameters base = base_problem(*kernel);
    for (const Parameter& parameter : kernel->parameters) {
      const std::string name(parameter.name);
      EXPECT_THAT(awkward_problems(*kernel), Contains(testing::ResultOf([&](const Parameters& p) { return p.at(name); },
                                                                        testing::Ne(base.at(name)))))
          << kernel->name << " " << name;
    }
  }
}

TEST(Beyond32Bits, IsTheLeastThatIsLargeEnough) {
  EXPECT_THAT(beyond_32_bits(*find("copy/float4")), (Parameters{{"n", (std::int64_t{1} << 31) + 1001}}));
  EXPECT_EQ(beyond_32_bits(*find("vector_add/one-d")), beyond_32_bits(*find("copy/float4")));
  EXPECT_THAT(beyond_32_bits(*find("transpose/tiled")), (Parameters{{"n", 46341}}));
  EXPECT_THAT(beyond_32_bits(*find("coalescing/array-of-structs")), (Parameters{{"n", 536871163}}));
  EXPECT_EQ(beyond_32_bits(*find("gemm/naive")), std::nullopt);  // too many operations
}

}  // namespace
}  // namespace rooflens::kernels
