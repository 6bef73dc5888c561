// vector_add: the reference, and the bytes and FLOPs of its variants.
#include <gtest/gtest.h>

#include "kernels/counter_forms.hpp"
#include "kernels/vector_add/reference.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(VectorAddReference, AddsElementByElement) {
  const Input a = [](std::uint64_t i) { return static_cast<float>(i); };
  const Input b = [](std::uint64_t) { return 10.0f; };
  EXPECT_EQ(vector_add::reference(a, b, 0), 10.0f);
  EXPECT_EQ(vector_add::reference(a, b, 7), 17.0f);
}

TEST(VectorAdd, TakesTwelveBytesAndOneAdditionAnElement) {
  for (const char* name :
       {"vector_add/one-d", "vector_add/float4", "vector_add/two-d-grid", "vector_add/grid-stride"}) {
    const models::Work work = work_of(name, {{"n", 1000}});
    EXPECT_EQ(work.operations.size(), 1u);
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 1000);
    expect_traffic(work.requested, 8000, 4000);
    expect_traffic(work.ideal_l2, 8000, 4000);
    expect_traffic(work.compulsory, 8000, 4000);
    EXPECT_EQ(memory_of(name, {{"n", 1000}}), 12000);
  }
}

TEST(VectorAdd, MovesWholeSectorsThroughTheL2) {
  expect_traffic(work_of("vector_add/one-d", {{"n", 9}}).ideal_l2, 2 * 64, 64);  // 36 bytes are two sectors
}

TEST(VectorAdd, LoadsTwiceAsMuchAsItStores) {
  for (const char* name : {"vector_add/one-d", "vector_add/two-d-grid", "vector_add/grid-stride"}) {
    EXPECT_EQ(counter_of(name, {{"n", 1024}}, counter::kGlobalLoads), 64) << name;
    EXPECT_EQ(counter_of(name, {{"n", 1024}}, counter::kGlobalStores), 32) << name;
    EXPECT_EQ(counter_of(name, {{"n", 1024}}, counter::kGlobalLoadSectors), 256) << name;
    EXPECT_EQ(counter_of(name, {{"n", 1024}}, counter::kFadd), 1024) << name;
  }
  EXPECT_EQ(counter_of("vector_add/float4", {{"n", 1024}}, counter::kGlobalLoads), 16);
  EXPECT_EQ(counter_of("vector_add/float4", {{"n", 1024}}, counter::kGlobalLoadSectors), 256);
}

TEST(VectorAdd, OfAnUnrolledLoopClaimsWholeWarpsOnly) {
  EXPECT_EQ(counter_of("vector_add/grid-stride", {{"n", 1025}}, counter::kGlobalLoads), std::nullopt);
  EXPECT_EQ(counter_of("vector_add/one-d", {{"n", 1025}}, counter::kGlobalLoads), 66);
}

}  // namespace
}  // namespace rooflens::kernels
