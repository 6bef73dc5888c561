// constant_memory: the reference, and work that does not depend on how the lanes spread.
#include <gtest/gtest.h>

#include "kernels/constant_memory/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using constant_memory::first_entry;

TEST(ConstantMemoryReference, LanesBeginTheStrideApart) {
  EXPECT_EQ(first_entry(0, 0), 0u);
  EXPECT_EQ(first_entry(31, 0), 0u);
  EXPECT_EQ(first_entry(31, 2), 62u);
  EXPECT_EQ(first_entry(32, 2), 7u);
}

TEST(ConstantMemoryReference, AddsEntriesInARowAndWrapsAround) {
  const Input in = [](std::uint64_t) { return 1000.0f; };
  const Input table = [](std::uint64_t entry) { return static_cast<float>(entry); };
  EXPECT_EQ(constant_memory::reference(in, table, 0, 5), 1000 + 63 * 64 / 2);
  EXPECT_EQ(constant_memory::reference(in, table, 2, 1), 1000 + 63 * 64 / 2 + 2 * 64);
  const Input last = [](std::uint64_t entry) { return entry == 4095 ? 1.0f : 0.0f; };
  EXPECT_EQ(constant_memory::reference(in, last, 0, 585 * 32), 1001);  // begins at its last entry, 7 x 585
}

TEST(ConstantMemory, DoesTheSameWorkInBothVariants) {
  for (const char* name : {"constant_memory/uniform", "constant_memory/strided"}) {
    const models::Work work = work_of(name, {{"n", 100}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 6400);
    expect_traffic(work.requested, 400, 400);
    EXPECT_EQ(memory_of(name, {{"n", 100}}), 800);
    EXPECT_EQ(counter_of(name, {{"n", 100}}, counter::kFadd), 6400);
    EXPECT_EQ(counter_of(name, {{"n", 100}}, counter::kGlobalLoads), 4);
    EXPECT_EQ(counter_of(name, {{"n", 100}}, counter::kGlobalLoadSectors), 13);
  }
}

}  // namespace
}  // namespace rooflens::kernels
