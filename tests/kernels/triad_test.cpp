// triad: the reference, and the bytes, FLOPs and counters of its variants.
#include <gtest/gtest.h>

#include "kernels/counter_forms.hpp"
#include "kernels/triad/reference.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(TriadReference, IsOneMultiplyAdd) {
  const Input b = [](std::uint64_t i) { return static_cast<float>(i); };
  const Input c = [](std::uint64_t) { return 2.0f; };
  const Input d = [](std::uint64_t) { return 3.0f; };
  EXPECT_EQ(triad::reference(b, c, d, 4), 10.0f);  // 4 + 2 x 3
}

TEST(Triad, TakesTwoOperationsAnElement) {
  for (const char* name : {"triad/one-d", "triad/float4"}) {
    const models::Work work = work_of(name, {{"n", 1000}});
    EXPECT_EQ(work.operations.size(), 1u);
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 2000);
    expect_traffic(work.requested, 12000, 4000);
    expect_traffic(work.ideal_l2, 12000, 4000);
    expect_traffic(work.compulsory, 12000, 4000);
    EXPECT_EQ(memory_of(name, {{"n", 1000}}), 16000);
    EXPECT_EQ(counter_of(name, {{"n", 1000}}, counter::kFfma), 1000);
    EXPECT_EQ(counter_of(name, {{"n", 1000}}, counter::kGlobalLoadSectors), 3 * 125);
  }
}

TEST(Triad, LoadsEachInputOnce) {
  EXPECT_EQ(counter_of("triad/one-d", {{"n", 1024}}, counter::kGlobalLoads), 3 * 32);
  EXPECT_EQ(counter_of("triad/float4", {{"n", 1024}}, counter::kGlobalLoads), 3 * 8);
}

}  // namespace
}  // namespace rooflens::kernels
