// shuffle: which element ends where, the bytes, and the counters.
#include <gtest/gtest.h>

#include "kernels/counter_forms.hpp"
#include "kernels/shuffle/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using shuffle::Exchange;
using shuffle::Kind;

// Where the elements of the first eight outputs come from; the segment has four lanes.
std::vector<std::int64_t> sources(Kind kind, const Exchange& exchange) {
  std::vector<std::int64_t> result;
  for (std::int64_t i = 0; i < 8; ++i) result.push_back(shuffle::source_element(kind, exchange, i));
  return result;
}

using Sources = std::vector<std::int64_t>;

TEST(ShuffleReference, MovesElementsWithinTheirSegment) {
  EXPECT_EQ(sources(Kind::one_to_all, {4, 2}), (Sources{2, 2, 2, 2, 6, 6, 6, 6}));
  EXPECT_EQ(sources(Kind::one_to_all, {4, 7}), (Sources{3, 3, 3, 3, 7, 7, 7, 7}));
  EXPECT_EQ(sources(Kind::up, {4, 1}), (Sources{0, 0, 1, 2, 4, 4, 5, 6}));
  EXPECT_EQ(sources(Kind::down, {4, 3}), (Sources{3, 1, 2, 3, 7, 5, 6, 7}));
  EXPECT_EQ(sources(Kind::down, {4, 9}), (Sources{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(sources(Kind::wrap, {4, 1}), (Sources{1, 2, 3, 0, 5, 6, 7, 4}));
  EXPECT_EQ(sources(Kind::wrap, {4, -31}), (Sources{1, 2, 3, 0, 5, 6, 7, 4}));
  EXPECT_EQ(sources(Kind::xor_lanes, {4, 3}), (Sources{3, 2, 1, 0, 7, 6, 5, 4}));
  EXPECT_EQ(sources(Kind::xor_lanes, {4, 4}), (Sources{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(ShuffleReference, MovesArraysOfFour) {
  EXPECT_EQ(sources(Kind::xor_array, {4, 1}), (Sources{4, 5, 6, 7, 0, 1, 2, 3}));
  EXPECT_EQ(sources(Kind::swap_by_index, {4, 1, 0, 3}), (Sources{7, 1, 2, 3, 4, 5, 6, 0}));
  EXPECT_EQ(sources(Kind::swap_by_index, {2, 2, 0, 3}), (Sources{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(ShuffleReference, TakesZeroBeyondTheEnd) {
  const Input in = [](std::uint64_t i) { return static_cast<float>(i + 1); };
  EXPECT_EQ(shuffle::reference(in, 3, Kind::one_to_all, {32, 2, 0, 0}, 0), 3.0f);
  EXPECT_EQ(shuffle::reference(in, 3, Kind::one_to_all, {32, 3, 0, 0}, 0), 0.0f);
}

TEST(Shuffle, ReadsAndWritesEachElementOnce) {
  for (const Kernel* kernel : match("shuffle/*")) {
    const models::Work work = work_of(kernel->name, {{"n", 1000}});
    EXPECT_TRUE(work.operations.empty());
    expect_traffic(work.requested, 4000, 4000);
    expect_traffic(work.ideal_l2, 4000, 4000);
    expect_traffic(work.compulsory, 4000, 4000);
    EXPECT_EQ(memory_of(kernel->name, {{"n", 1000}}), 8000);
  }
}

TEST(Shuffle, LoadsByFloatsOrByFours) {
  EXPECT_EQ(counter_of("shuffle/up", {{"n", 1024}}, counter::kGlobalLoads), 32);
  EXPECT_EQ(counter_of("shuffle/up", {{"n", 1025}}, counter::kGlobalLoads), std::nullopt);
  EXPECT_EQ(counter_of("shuffle/up", {{"n", 1025}}, counter::kGlobalLoadSectors), 129);
  EXPECT_EQ(counter_of("shuffle/xor-array", {{"n", 1024}}, counter::kGlobalLoads), 8);
  EXPECT_EQ(counter_of("shuffle/swap-by-index", {{"n", 1025}}, counter::kGlobalLoadSectors), std::nullopt);
}

TEST(Shuffle, WantsAPowerOfTwoAsItsWidth) {
  EXPECT_THROW((void)make_problem(kernel_named("shuffle/xor-lanes"), {{"width", 12}}), BadParameter);
}

}  // namespace
}  // namespace rooflens::kernels
