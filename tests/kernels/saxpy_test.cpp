// saxpy: the reference, and the bytes, FLOPs and counters of its variants.
#include <gtest/gtest.h>

#include "kernels/counter_forms.hpp"
#include "kernels/saxpy/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(SaxpyReference, IsOneMultiplyAdd) {
  const Input x = [](std::uint64_t i) { return static_cast<float>(i); };
  const Input y = [](std::uint64_t) { return 10.0f; };
  EXPECT_EQ(saxpy::reference(x, y, 0), 10.0f);
  EXPECT_EQ(saxpy::reference(x, y, 10), 27.0f);  // 1.7 x 10 + 10
}

TEST(Saxpy, TakesTwoOperationsAnElement) {
  for (const char* name : {"saxpy/one-d", "saxpy/float4"}) {
    const models::Work work = work_of(name, {{"n", 1000}});
    EXPECT_EQ(work.operations.size(), 1u);
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 2000);
    expect_traffic(work.requested, 8000, 4000);
    expect_traffic(work.ideal_l2, 8000, 4000);
    expect_traffic(work.compulsory, 8000, 4000);
    EXPECT_EQ(memory_of(name, {{"n", 1000}}), 12000);
    EXPECT_EQ(counter_of(name, {{"n", 1000}}, counter::kFfma), 1000);
    EXPECT_EQ(counter_of(name, {{"n", 1000}}, counter::kGlobalLoadSectors), 2 * 125);
  }
}

TEST(Saxpy, LoadsEachInputOnce) {
  EXPECT_EQ(counter_of("saxpy/one-d", {{"n", 1024}}, counter::kGlobalLoads), 2 * 32);
  EXPECT_EQ(counter_of("saxpy/float4", {{"n", 1024}}, counter::kGlobalLoads), 2 * 8);
}

}  // namespace
}  // namespace rooflens::kernels
