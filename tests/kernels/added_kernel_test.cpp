// A kernel needs its device code, its description and one line of catalogue.def: triad/added, of which no other file
// knows, is one of the catalogue's kernels (added_kernel.cmake makes it).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/catalogue.hpp"
#include "tests/kernels/awkward_problems.hpp"
#if ROOFLENS_HAS_CUDA
#include "kernels/device/prepared.hpp"
#endif

namespace rooflens::kernels {
namespace {

TEST(AddedKernel, IsInTheCatalogue) {
  ASSERT_NE(find("triad/added"), nullptr);
  EXPECT_EQ(find("triad/added")->name, "triad/added");
  EXPECT_EQ(catalogue().back(), find("triad/added"));
  EXPECT_THAT(match("triad/*"), testing::Contains(find("triad/added")));
  EXPECT_EQ(nearest("triad/aded").front(), "triad/added");
}

TEST(AddedKernel, IsTestedOnDevicesAtProblemsOfItsOwn) {
  EXPECT_GE(awkward_problems(*find("triad/added")).size(), 10u);
  EXPECT_TRUE(beyond_32_bits(*find("triad/added")).has_value());
}

#if ROOFLENS_HAS_CUDA
TEST(AddedKernel, CanBePrepared) { EXPECT_NE(find_prepare("triad/added"), nullptr); }
#endif

}  // namespace
}  // namespace rooflens::kernels
