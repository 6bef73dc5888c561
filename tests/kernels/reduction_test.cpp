// reduction: the reference, and the bytes and additions of its variants.
#include <gtest/gtest.h>

#include "kernels/reduction/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using reduction::Grid;

const Input kCount = [](std::uint64_t i) { return static_cast<float>(i); };

TEST(ReductionReference, SumsConsecutiveElementsInATree) {
  const Grid grid{.n = 10, .block = 4, .blocks = 3};
  EXPECT_EQ(reduction::reference(kCount, grid, 0), 0 + 1 + 2 + 3);
  EXPECT_EQ(reduction::reference(kCount, grid, 1), 4 + 5 + 6 + 7);
  EXPECT_EQ(reduction::reference(kCount, grid, 2), 8 + 9);
}

TEST(ReductionReference, SumsEveryGridthBlockWithAGridStride) {
  const Grid grid{.n = 10, .block = 2, .blocks = 2};
  EXPECT_EQ(reduction::reference(kCount, grid, 0), 0 + 1 + 4 + 5 + 8 + 9);
  EXPECT_EQ(reduction::reference(kCount, grid, 1), 2 + 3 + 6 + 7);
}

TEST(ReductionReference, KnowsTheMostElementsOfABlock) {
  EXPECT_EQ(reduction::elements_per_block({.n = 10, .block = 4, .blocks = 3}), 4u);
  EXPECT_EQ(reduction::elements_per_block({.n = 10, .block = 2, .blocks = 2}), 6u);
}

TEST(Reduction, LeavesOneSumPerBlockInTheTrees) {
  for (const char* name : {"reduction/interleaved-modulo", "reduction/bitmask", "reduction/strided-index",
                           "reduction/sequential", "reduction/shuffle"}) {
    const models::Work work = work_of(name, {{"n", 1024}, {"block", 64}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 1024 - 16);
    expect_traffic(work.requested, 4096, 64);
    expect_traffic(work.ideal_l2, 4096, 64);
    expect_traffic(work.compulsory, 4096, 64);
    EXPECT_EQ(memory_of(name, {{"n", 1024}, {"block", 64}}), 4096 + 64);
  }
}

TEST(Reduction, CountsAStartedBlockAsABlock) {
  const models::Work work = work_of("reduction/sequential", {{"n", 65}, {"block", 64}});
  EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 65 - 2);
  expect_traffic(work.requested, 260, 8);
  expect_traffic(work.ideal_l2, 288, 32);  // whole sectors
}

TEST(Reduction, LeavesFewerSumsWhereThreadsTakeMoreElements) {
  for (const char* name : {"reduction/first-add-on-load", "reduction/last-warp-unrolled", "reduction/fully-unrolled"}) {
    const models::Work work = work_of(name, {{"n", 1024}, {"block", 64}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 1024 - 8);
    expect_traffic(work.requested, 4096, 32);
    EXPECT_EQ(memory_of(name, {{"n", 1024}, {"block", 64}}), 4096 + 32);
  }
  for (const char* name : {"reduction/unroll-4-blocks", "reduction/dynamic-shared"}) {
    expect_traffic(work_of(name, {{"n", 1025}, {"block", 64}}).requested, 4100, 20);
  }
}

TEST(Reduction, CountsAFullSumWhereOneIsLeftOrTheDeviceChoosesTheBlocks) {
  for (const char* name :
       {"reduction/grid-stride", "reduction/grid-stride-4-loads", "reduction/float4", "reduction/last-block",
        "reduction/two-pass", "reduction/cooperative-groups", "reduction/single-block"}) {
    const models::Work work = work_of(name, {{"n", 1024}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 1023);
    expect_traffic(work.requested, 4096, 4);
  }
}

TEST(Reduction, WritesAnAtomicOfEachBlock) {
  expect_traffic(work_of("reduction/segmented-atomic", {{"n", 1024}, {"block", 64}}).requested, 4096, 32);
  const models::Work work = work_of("reduction/coarsened", {{"n", 1024}, {"block", 64}, {"coarsening", 2}});
  expect_traffic(work.requested, 4096, 16);
  expect_traffic(work.compulsory, 4096, 4);
}

TEST(Reduction, AsksGlobalMemoryForEveryStepOfATreeThere) {
  // 5 elements in one block: 4 additions that read two and write one, then the sum is read and written.
  expect_traffic(work_of("reduction/convergent", {{"n", 5}, {"block", 32}}).requested, 4 * (8 + 1), 4 * (4 + 1));
  // s = 1 reads 3 + 2 elements, s = 2 reads 2 + 1, s = 4 reads 1 + 1; 4 additions and the sum are written.
  const models::Work naive = work_of("reduction/global-naive", {{"n", 5}});
  expect_traffic(naive.requested, 4 * 10, 4 * 5);
  expect_traffic(naive.compulsory, 20, 4);
}

}  // namespace
}  // namespace rooflens::kernels
