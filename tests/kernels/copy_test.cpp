// copy: the reference, and its bytes.
#include <gtest/gtest.h>

#include "kernels/copy/reference.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(CopyReference, IsTheInput) {
  EXPECT_EQ(copy::reference([](std::uint64_t i) { return static_cast<float>(i) + 0.5f; }, 3), 3.5f);
}

TEST(Copy, ReadsAndWritesFourBytesAnElementAndComputesNothing) {
  const models::Work work = work_of("copy/float4", {{"n", 1000}});
  EXPECT_TRUE(work.operations.empty());
  expect_traffic(work.requested, 4000, 4000);
  expect_traffic(work.ideal_l2, 4000, 4000);
  expect_traffic(work.compulsory, 4000, 4000);
  EXPECT_EQ(memory_of("copy/float4", {{"n", 1000}}), 8000);
}

}  // namespace
}  // namespace rooflens::kernels
