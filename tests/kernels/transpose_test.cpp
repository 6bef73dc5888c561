// transpose: the reference, and the bytes, which are the same for every variant.
#include <gtest/gtest.h>

#include "kernels/transpose/reference.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(TransposeReference, SwapsRowsAndColumns) {
  const Input in = [](std::uint64_t i) { return static_cast<float>(i); };  // 0 1 2 / 3 4 5 / 6 7 8
  const float expected[] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
  for (std::uint64_t i = 0; i < 9; ++i) EXPECT_EQ(transpose::reference(in, 3, i), expected[i]);
}

TEST(Transpose, ReadsAndWritesEachElementOnce) {
  for (const char* name : {"transpose/naive-row", "transpose/tiled", "transpose/padded"}) {
    const models::Work work = work_of(name, {{"n", 100}});
    EXPECT_TRUE(work.operations.empty());
    expect_traffic(work.requested, 40000, 40000);
    expect_traffic(work.ideal_l2, 40000, 40000);
    expect_traffic(work.compulsory, 40000, 40000);
    EXPECT_EQ(memory_of(name, {{"n", 100}}), 80000);
  }
}

}  // namespace
}  // namespace rooflens::kernels
