// nested: where rows begin, and the bytes, FLOPs and counters that follow from the number of elements.
#include <gtest/gtest.h>

#include "kernels/nested/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(NestedRows, AreOneTo32UnitsLongAndBeginAgain) {
  EXPECT_EQ(nested::first_unit(0), 0);
  EXPECT_EQ(nested::first_unit(1), 1);
  EXPECT_EQ(nested::first_unit(3), 6);  // 1 + 2 + 3
  EXPECT_EQ(nested::first_unit(32), 528);
  EXPECT_EQ(nested::first_unit(34), 531);  // and 1 + 2
}

TEST(Nested, SquaresEachElementOfAllRows) {
  EXPECT_EQ(nested::reference([](std::uint64_t i) { return static_cast<float>(i); }, 3), 9.0F);
  for (const char* name : {"nested/row-per-thread", "nested/grid-per-row", "nested/one-grid"}) {
    const models::Work work = work_of(name, {{"rows", 34}, {"unit", 10}});  // 5310 elements
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 5310);
    expect_traffic(work.requested, 21240, 21240);
    expect_traffic(work.compulsory, 21240, 21240);
    expect_traffic(work.ideal_l2, 21248, 21248);  // 664 sectors
    EXPECT_EQ(memory_of(name, {{"rows", 34}, {"unit", 10}}), 42480);
  }
}

TEST(Nested, ClaimsCountersOfTheOneGridAlone) {
  const std::map<std::string, std::int64_t> problem{{"rows", 34}, {"unit", 10}};
  EXPECT_EQ(counter_of("nested/one-grid", problem, counter::kFmul), 5310);
  EXPECT_EQ(counter_of("nested/one-grid", problem, counter::kGlobalLoads), 166);  // warps
  EXPECT_EQ(counter_of("nested/one-grid", problem, counter::kGlobalStoreSectors), 664);
  EXPECT_TRUE(counters_of("nested/grid-per-row", problem).empty());
}

// The most rows are as many launches as a device keeps pending unless a program asks for more.
TEST(Nested, HasNoMoreRowsThanLaunchesMayBePending) {
  EXPECT_NO_THROW((void)work_of("nested/grid-per-row", {{"rows", 2048}}));
  EXPECT_THROW((void)work_of("nested/grid-per-row", {{"rows", 2049}}), BadParameter);
}

}  // namespace
}  // namespace rooflens::kernels
