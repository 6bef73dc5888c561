// copy: the reference, and its bytes.
#include <gtest/gtest.h>

#include "kernels/copy/reference.hpp"
#include "kernels/counter_forms.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(CopyReference, IsTheInput) {
  EXPECT_EQ(copy::reference([](std::uint64_t i) { return static_cast<float>(i) + 0.5f; }, 3), 3.5f);
}

TEST(Copy, ReadsAndWritesFourBytesAnElementAndComputesNothing) {
  for (const char* name : {"copy/float1", "copy/float4", "copy/ptx-v4"}) {
    const models::Work work = work_of(name, {{"n", 1000}});
    EXPECT_TRUE(work.operations.empty());
    expect_traffic(work.requested, 4000, 4000);
    expect_traffic(work.ideal_l2, 4000, 4000);
    expect_traffic(work.compulsory, 4000, 4000);
    EXPECT_EQ(memory_of(name, {{"n", 1000}}), 8000);
  }
}

TEST(Copy, OfAMatrixTakesTheSquare) {
  for (const char* name : {"copy/row", "copy/column"}) {
    expect_traffic(work_of(name, {{"n", 100}}).compulsory, 40000, 40000);
    EXPECT_EQ(memory_of(name, {{"n", 100}}), 80000);
  }
}

TEST(Copy, TakesAQuarterOfTheInstructionsWithVectors) {
  EXPECT_EQ(counter_of("copy/float1", {{"n", 2048}}, counter::kGlobalLoads), 64);
  EXPECT_EQ(counter_of("copy/float4", {{"n", 2048}}, counter::kGlobalLoads), 16);
  EXPECT_EQ(counter_of("copy/ptx-v4", {{"n", 2048}}, counter::kGlobalStores), 16);
}

TEST(Copy, ByColumnsTakesASectorAnElement) {
  EXPECT_EQ(counter_of("copy/row", {{"n", 32}}, counter::kGlobalLoadSectors), 32 * 4);
  EXPECT_EQ(counter_of("copy/column", {{"n", 32}}, counter::kGlobalLoadSectors), 32 * 32);
  EXPECT_EQ(counter_of("copy/column", {{"n", 32}}, counter::kGlobalStoreSectors), 32 * 32);
  EXPECT_EQ(counter_of("copy/column", {{"n", 33}}, counter::kGlobalLoads), 33 * 2);
  EXPECT_EQ(counter_of("copy/column", {{"n", 7}}, counter::kGlobalLoadSectors), std::nullopt);  // rows share sectors
}

}  // namespace
}  // namespace rooflens::kernels
