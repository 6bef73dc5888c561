// Timelines of blocks: the sentences and the picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "reports/draw/scene.hpp"
#include "reports/scenes/block_bars.hpp"
#include "reports/words/block_words.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::reports {
namespace {

using chart::Plate;
using chart::Scene;
using ::testing::HasSubstr;

// Two SMs with one place each, blocks of 100 us; SM 0 runs a third one alone.
models::BlockTrace three_on_two() {
  return {3, 2, 200'000, {{0, 0, 8, 0, 100'000}, {1, 1, 8, 0, 100'000}, {2, 0, 8, 100'000, 200'000}}};
}

std::vector<std::string> sentences_of(const models::BlockTrace& trace, int sms) {
  return block_sentences(trace, *models::block_timeline(trace, sms));
}

TEST(BlockSentences, SayWavesTailAndBalance) {
  EXPECT_THAT(sentences_of(three_on_two(), 2),
              ::testing::ElementsAre(
                  "3 blocks in 1.50 waves, as 2 SMs hold one block each at once.",
                  "The last wave starts after 100 µs, at 50.0\u00A0% of 200 µs; from 100 µs no block waits. Tail: "
                  "25.0\u00A0% of block-slot time idle; SMs that finish early: 25.0\u00A0% of SM time.",
                  "Blocks keep the busiest SM 1.33× as long as the average one."));
}

TEST(BlockSentences, SayWhichSmsRanNothingAndWhatWasLeftOut) {
  EXPECT_THAT(sentences_of(three_on_two(), 132).back(), HasSubstr("130 of 132 SMs ran no block."));
  models::BlockTrace cut = three_on_two();
  cut.blocks_run = 8'388'608;
  cut.sms_run = 132;
  EXPECT_EQ(sentences_of(cut, 132).back(),
            "Kept: 3 of 8,388,608 blocks, all those of 2 of 132 SMs; the shares are of these SMs.");
}

struct Drawn {
  explicit Drawn(const models::Recording& recording, PictureOptions options = {})
      : analysis(models::analyse(recording)), scene(chart::build_scene({recording, analysis}, blocks(options))) {}
  static PictureOptions blocks(PictureOptions options) {
    options.chart = Chart::blocks;
    return options;
  }
  [[nodiscard]] std::size_t plates(Rgb colour) const {
    return static_cast<std::size_t>(std::count_if(scene.items.begin(), scene.items.end(), [&](const auto& item) {
      const auto* plate = std::get_if<Plate>(&item);
      return plate && plate->paint.colour == colour;
    }));
  }
  [[nodiscard]] std::string words() const {
    std::string all;
    for (const auto& item : scene.items) {
      if (const auto* text = std::get_if<chart::Text>(&item)) all += text->text + "\n";
    }
    return all;
  }
  models::Analysis analysis;
  Scene scene;
};

TEST(BlockChart, HasABarForEveryBlockInTheColourOfItsWave) {
  const Drawn drawn(fixtures::traced_blocks());
  const auto colour = [](std::uint64_t wave) { return chart::wave_colour(kLightPalette, wave, 3); };
  EXPECT_EQ(std::set({hex(colour(0)), hex(colour(1)), hex(colour(3))}).size(), 3U);
  EXPECT_EQ(colour(0), colour(2));
  // 132 x 8 = 1056 blocks a wave, and one plate in the legend.
  EXPECT_EQ(drawn.plates(colour(0)), 2 * 1056U + 1);
  EXPECT_EQ(drawn.plates(colour(1)), 1056U + 1);
  EXPECT_EQ(drawn.plates(colour(3)), 4096 - 3 * 1056U + 1);
}

TEST(BlockChart, KeepsEveryBarInsideItsPlot) {
  const Drawn drawn(fixtures::traced_blocks());
  ASSERT_EQ(drawn.scene.plots.size(), 1U);
  const chart::Rect plot = drawn.scene.plots.front();
  const Rgb last = chart::wave_colour(kLightPalette, 3, 3);
  for (const auto& item : drawn.scene.items) {
    const auto* plate = std::get_if<Plate>(&item);
    if (!plate || plate->paint.colour != last || plate->rect.y < plot.y) continue;  // the legend stands above
    EXPECT_GE(plate->rect.x, plot.x);
    EXPECT_LE(plate->rect.right(), plot.right() + 0.5);
    EXPECT_LE(plate->rect.bottom(), plot.bottom() + 0.5);
  }
}

TEST(BlockChart, SaysThatItIsSimulatedAndWhatItShows) {
  const std::string words = Drawn(fixtures::traced_blocks()).words();
  EXPECT_THAT(words, HasSubstr("SIMULATED DATA"));
  EXPECT_THAT(words, HasSubstr("Simulated: no GPU ran these blocks"));
  EXPECT_THAT(words, HasSubstr("4,096 blocks in 3.88 waves"));
  EXPECT_THAT(words, HasSubstr("waves 1, 3\nwave 2\nlast wave, 4"));  // each wave once
  EXPECT_THAT(words, HasSubstr("Blocks over time · schedule/block-trace · NVIDIA H200"));
}

TEST(BlockChart, SaysSoWhereNobodyRecordedBlocks) {
  EXPECT_THAT(Drawn(fixtures::one_kernel()).words(), HasSubstr("No kernel of this session recorded its blocks"));
}

TEST(BlockChart, LeavesWholeSmsOutWhereThereAreTooMany) {
  models::Recording recording = fixtures::traced_blocks();
  recording.observations.front().blocks = fixtures::simulated_blocks(40'000, 132);
  const Drawn drawn(recording);
  EXPECT_THAT(drawn.words(), HasSubstr("of 40,000 blocks, whole SMs"));
  EXPECT_LE(drawn.scene.items.size(), 12'200U);
}

TEST(RoundStep, IsOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(chart::round_step(100, 10), 10);
  EXPECT_DOUBLE_EQ(chart::round_step(132, 10), 20);
  EXPECT_DOUBLE_EQ(chart::round_step(1.74e6, 5), 5e5);
  EXPECT_DOUBLE_EQ(chart::round_step(80, 10), 10);
}

}  // namespace
}  // namespace rooflens::reports
