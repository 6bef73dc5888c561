// shared_layout: the reference, the bytes, and the wavefronts that follow from where a tile is written and read.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "kernels/counter_forms.hpp"
#include "kernels/shared_layout/layout.hpp"
#include "kernels/shared_layout/reference.hpp"
#include "kernels/shared_layout/streamed.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using shared_layout::tile_wavefronts;

constexpr std::int64_t kTwoTiles = 2048;
const Input kIndex = [](std::uint64_t i) { return static_cast<float>(i); };

TEST(SharedLayoutReference, TransposesEachTile) {
  EXPECT_EQ(shared_layout::transposed(kIndex, 2048, 32, 1), 32.0f);
  EXPECT_EQ(shared_layout::transposed(kIndex, 2048, 32, 1024 + 33), 1024.0f + 33.0f);
  EXPECT_EQ(shared_layout::transposed(kIndex, 2048, 16, 1), 32.0f);
  EXPECT_EQ(shared_layout::transposed(kIndex, 2048, 16, 16), 1.0f);
  EXPECT_EQ(shared_layout::transposed(kIndex, 2048, 1, 100), 100.0f);  // as it was written
}

TEST(SharedLayoutReference, TakesZeroBeyondTheEnd) {
  EXPECT_EQ(shared_layout::transposed(kIndex, 32, 32, 1), 0.0f);
  EXPECT_EQ(shared_layout::mirrored(kIndex, 10, 4096, 1), 0.0f);
}

TEST(SharedLayoutReference, SumsAColumnAsOftenAsThereArePasses) {
  const Input row = [](std::uint64_t i) { return static_cast<float>(i / 32); };
  EXPECT_EQ(shared_layout::column_sum(row, 1, 1, 0), 496.0f);  // 0 + 1 + ... + 31
  EXPECT_EQ(shared_layout::column_sum(row, 7, 2, 31), 992.0f);
  const Input column = [](std::uint64_t i) { return static_cast<float>(i % 32); };
  EXPECT_EQ(shared_layout::column_sum(column, 1, 1, 5), 32 * 5.0f);
  EXPECT_EQ(shared_layout::column_sum(column, 2, 1, 5), 32 * 2.0f);
}

TEST(SharedLayoutReference, MirrorsWithinATile) {
  EXPECT_EQ(shared_layout::mirrored(kIndex, 8192, 4096, 0), 32.0f + 4095.0f);
  EXPECT_EQ(shared_layout::mirrored(kIndex, 8192, 4096, 4096 + 33), 4096.0f + 1.0f + 4096.0f + 4062.0f);
}

TEST(Layouts, ReadWhatTheirSourceWrote) {
  using L = shared_layout::RectangularPadded;
  for (unsigned int t = 0; t < L::kThreads; ++t) EXPECT_EQ(L::read_word(t), L::write_word(L::source(t)));
}

TEST(Layouts, TakeTheWavefrontsOfTheirBusiestBank) {
  EXPECT_EQ(tile_wavefronts<shared_layout::RowRow>(), 32 + 32);
  EXPECT_EQ(tile_wavefronts<shared_layout::ColumnColumn>(), 2 * 32 * 32);
  EXPECT_EQ(tile_wavefronts<shared_layout::RowColumn>(), 32 + 32 * 32);
  EXPECT_EQ(tile_wavefronts<shared_layout::Padded>(), 32 + 32);
  EXPECT_EQ(tile_wavefronts<shared_layout::Rectangular>(), 16 + 16 * 16);
  EXPECT_EQ(tile_wavefronts<shared_layout::RectangularPadded>(), 16 + 16);
}

TEST(SharedLayout, ReadsAndWritesEachElementOnce) {
  for (const char* variant : {"row-row", "column-column", "row-column", "padded", "dynamic", "dynamic-padded",
                              "rectangular", "rectangular-padded"}) {
    const std::string name = std::string("shared_layout/") + variant;
    const models::Work work = work_of(name, {{"n", 1000}});
    EXPECT_TRUE(work.operations.empty());
    expect_traffic(work.requested, 4000, 4000);
    expect_traffic(work.ideal_l2, 4000, 4000);
    expect_traffic(work.compulsory, 4000, 4000);
    EXPECT_EQ(memory_of(name, {{"n", 1000}}), 8000);
    EXPECT_EQ(counter_of(name, {{"n", kTwoTiles}}, counter::kSharedLoads), 64) << name;
    EXPECT_EQ(counter_of(name, {{"n", kTwoTiles + 1}}, counter::kSharedLoads), std::nullopt) << name;
    EXPECT_EQ(counter_of(name, {{"n", kTwoTiles + 1}}, counter::kGlobalLoadSectors), 257) << name;
  }
  EXPECT_EQ(counter_of("shared_layout/row-column", {{"n", kTwoTiles}}, counter::kSharedWavefronts), 64 * 33);
  EXPECT_EQ(counter_of("shared_layout/rectangular", {{"n", kTwoTiles}}, counter::kSharedWavefronts), 64 * 17);
  EXPECT_EQ(counter_of("shared_layout/dynamic-padded", {{"n", kTwoTiles}}, counter::kSharedWavefronts), 64 * 2);
}

TEST(SharedLayout, ConflictTakesItsWaysOfWavefronts) {
  const std::map<std::string, std::int64_t> block{{"n", 256}, {"passes", 1}, {"ways", 5}};
  EXPECT_EQ(counter_of("shared_layout/conflict", block, counter::kSharedStores), 8 * 8);
  EXPECT_EQ(counter_of("shared_layout/conflict", block, counter::kSharedLoads), 8 * 32);
  EXPECT_EQ(counter_of("shared_layout/conflict", block, counter::kSharedWavefronts), 64 + 5 * 256);
  EXPECT_EQ(counter_of("shared_layout/conflict-free", {{"n", 1}, {"passes", 1}}, counter::kSharedWavefronts), 64 + 256);
}

TEST(SharedLayout, StreamedWordsMeetInTheirWaysOfABankAndAreReadOnce) {
  for (const unsigned int ways : {1U, 2U, 4U, 8U}) {
    std::array<int, shared_layout::kStreamedTile> read{};
    for (unsigned int row = 0; row < shared_layout::kStreamedRows; ++row) {
      std::array<unsigned int, 32> in_bank{};
      for (unsigned int lane = 0; lane < 32; ++lane) {
        const unsigned int word = shared_layout::streamed_word(ways, row, lane);
        ++read.at(word);
        EXPECT_EQ(shared_layout::streamed(kIndex, 256, ways, row * 32 + lane), static_cast<float>(word));
        ++in_bank[word % 32];
      }
      EXPECT_EQ(*std::max_element(in_bank.begin(), in_bank.end()), ways) << ways << " " << row;
    }
    EXPECT_EQ(std::count(read.begin(), read.end(), 1), 256) << ways;
  }
}

TEST(SharedLayoutReference, StreamedTakesRowsInPassRotation) {
  EXPECT_EQ(shared_layout::streamed(kIndex, 1024, 1, 300), 300.0f);
  EXPECT_EQ(shared_layout::streamed(kIndex, 1024, 2, 1), 32.0f);              // lane 1 begins in row 1
  EXPECT_EQ(shared_layout::streamed(kIndex, 1024, 2, 32 + 2), 16.0f + 1.0f);  // the second turn: columns 16 to 31
  EXPECT_EQ(shared_layout::streamed(kIndex, 1024, 8, 256 + 9), 256.0f + 33.0f);
  EXPECT_EQ(shared_layout::streamed(kIndex, 20, 2, 1), 0.0f);  // element 32 is none of 20
}

TEST(SharedLayout, StreamedConflictTakesItsWaysOfWavefronts) {
  const std::map<std::string, std::int64_t> block{{"n", 2048}, {"ways", 4}};
  EXPECT_EQ(counter_of("shared_layout/streamed-conflict", block, counter::kSharedStores), 64);
  EXPECT_EQ(counter_of("shared_layout/streamed-conflict", block, counter::kSharedWavefronts), 64 + 4 * 64);
  EXPECT_EQ(counter_of("shared_layout/streamed-conflict", {{"n", 2049}}, counter::kSharedLoads), std::nullopt);
  EXPECT_EQ(counter_of("shared_layout/streamed-conflict", {{"n", 2049}}, counter::kGlobalLoadSectors), 257);
}

TEST(SharedLayout, ConflictReadsFourKibibytesABlock) {
  const models::Work work = work_of("shared_layout/conflict", {{"n", 257}, {"passes", 3}});
  EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 257 * 32 * 3);
  expect_traffic(work.requested, 2 * 4096, 1028);
  EXPECT_EQ(memory_of("shared_layout/conflict", {{"n", 257}}), 2 * 4096 + 1028);
}

TEST(SharedLayout, CarveOutReadsTwiceWhatIsCompulsory) {
  const models::Work work = work_of("shared_layout/carve-out", {{"n", 1000}});
  EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 1000);
  expect_traffic(work.requested, 8000, 4000);
  expect_traffic(work.ideal_l2, 4000, 4000);
  expect_traffic(work.compulsory, 4000, 4000);
  EXPECT_EQ(counter_of("shared_layout/carve-out", {{"n", 4096}}, counter::kGlobalLoads), 2 * 128);
  EXPECT_EQ(counter_of("shared_layout/carve-out", {{"n", 4096}}, counter::kSharedWavefronts), 2 * 128);
  EXPECT_EQ(counter_of("shared_layout/carve-out", {{"n", 4097}}, counter::kSharedWavefronts), std::nullopt);
  EXPECT_EQ(counter_of("shared_layout/carve-out", {{"n", 4097}}, counter::kFadd), 4097);
}

}  // namespace
}  // namespace rooflens::kernels
