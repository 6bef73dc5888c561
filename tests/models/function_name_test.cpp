#include "models/base/function_name.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kApply =
    "void at::native::(anonymous namespace)::apply_kernel<at::native::List<1>, at::Add<float> >(at::List<1>, int)";

TEST(FunctionName, IsWithoutScopesArgumentsAndParameters) {
  EXPECT_EQ(base_name(kApply), "apply_kernel");
  EXPECT_EQ(base_name("nvjet_sm90_tst_64x96"), "nvjet_sm90_tst_64x96");
  EXPECT_EQ(base_name("scale(float const*, float*)"), "scale");
}

// Two libraries may both have a kernel called Kernel.
TEST(FunctionName, KeepsItsScopesWhereTheyAreAskedFor) {
  EXPECT_EQ(qualified_name(kApply), "at::native::apply_kernel");
  EXPECT_EQ(qualified_name("void cutlass::Kernel2<T>(P)"), "cutlass::Kernel2");
  EXPECT_NE(qualified_name("void cutlass::Kernel2<T>(P)"), qualified_name("void other::Kernel2<T>(P)"));
}

TEST(FunctionName, OfALambdaIsThatOfTheFunctionItStandsIn) {
  EXPECT_EQ(base_name("void f<int>(int)::{lambda(float)#1}::operator()(float) const"), "f");
}

TEST(FunctionName, HasItsOwnTemplateArguments) {
  EXPECT_THAT(template_arguments(kApply), ElementsAre("at::native::List<1>", "at::Add<float>"));
  EXPECT_THAT(template_arguments("scale(std::array<int, 2>)"), IsEmpty());
}

}  // namespace
}  // namespace rooflens::models
