// The chart of a comparison: arrows lead from A's points to B's, roofs say whose they are, and words cover nothing.
#include "reports/compare/comparison_scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "reports/draw/printers.hpp"
#include "tests/reports/compared_sample.hpp"

namespace rooflens::reports::chart {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::pair<int, int>> kSizes{{1200, 760}, {992, 620}, {660, 560}, {358, 860}};

std::string words_of(const Scene& scene) {
  std::string words;
  for (const Text& text : all<Text>(scene)) words += text.text + "\n";
  return words;
}

// Markers by pair: A's, B's.
std::map<std::size_t, std::map<bool, Marker>> points_of(const Scene& scene) {
  std::map<std::size_t, std::map<bool, Marker>> result;
  for (const Marker& marker : all<Marker>(scene)) {
    if (marker.kernel) result[*marker.kernel].insert_or_assign(marker.primary, marker);
  }
  return result;
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// A twice as slow as B in every kernel, under roofs of two thirds.
models::Recording half_as_fast(models::Recording recording) {
  recording.machines[0].device.name = "Old GPU";
  for (models::MemoryCeiling& roof : recording.machines[0].ceilings.memory) roof.rate = roof.rate * (2.0 / 3);
  for (models::Observation& o : recording.observations) {
    for (models::Seconds& duration : o.durations) duration = duration * 2;
  }
  return recording;
}

TEST(ComparisonScene, DrawsComputeRoofsOfPrecisionsThatPairsUseAlone) {
  const ComparedSample sample(half_as_fast(fixtures::one_kernel()), fixtures::one_kernel());  // sgemm in FP32
  const std::string words = words_of(build_comparison_scene(sample.document(), {}));
  EXPECT_THAT(words, HasSubstr("FP32"));
  for (const char* unused : {"FP64", "FP8", "FP16", "BF16", "TF32"}) EXPECT_THAT(words, Not(HasSubstr(unused)));
}

TEST(ComparisonScene, NamesTheRoofsThatASideLacks) {
  models::Recording without = fixtures::twelve_kernels();
  std::erase_if(without.machines[0].ceilings.memory, [](const auto& c) { return c.level == models::Level::l2; });
  const ComparedSample sample(without, fixtures::twelve_kernels());
  const std::string words = words_of(build_comparison_scene(sample.document(), {}));
  EXPECT_THAT(words, HasSubstr("No roof is known for L2 of A: `rooflens ceilings` measures it."));
  EXPECT_THAT(words, Not(HasSubstr("of B: `rooflens")));
}

TEST(ComparisonScene, ArrowsLeadFromPointToPoint) {
  const ComparedSample sample(half_as_fast(fixtures::twelve_kernels()), fixtures::twelve_kernels());
  const Scene scene = build_comparison_scene(sample.document(), {});
  const auto points = points_of(scene);
  ASSERT_EQ(points.size(), 12u);
  std::size_t arrows = 0;
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.role != LineRole::arrow || !line.kernel) continue;
    ++arrows;
    const auto& sides = points.at(*line.kernel);
    EXPECT_EQ(distance(line.points.front(), sides.at(false).at), 0);
    EXPECT_LT(sides.at(true).at.y, sides.at(false).at.y) << "twice as fast is further up";
  }
  EXPECT_EQ(arrows, 12u);
  std::size_t heads = 0;
  for (const Area& head : all<Area>(scene)) {
    if (!head.kernel) continue;
    ++heads;
    const Marker& to = points.at(*head.kernel).at(true);
    EXPECT_NEAR(distance(head.points.front(), to.at), to.radius, 1.01) << "the tip touches B's marker";
  }
  EXPECT_EQ(heads, 12u);
}

TEST(ComparisonScene, HasNoArrowWhereNothingMoved) {
  const ComparedSample sample(fixtures::twelve_kernels(), fixtures::twelve_kernels());
  const Scene scene = build_comparison_scene(sample.document(), {});
  EXPECT_EQ(points_of(scene).size(), 12u);
  for (const Polyline& line : all<Polyline>(scene)) EXPECT_FALSE(line.role == LineRole::arrow && line.kernel);
}

TEST(ComparisonScene, PutsFastAndSlowOnOneScale) {
  const ComparedSample sample(half_as_fast(fixtures::one_kernel()), fixtures::one_kernel());
  const Scene scene = build_comparison_scene(sample.document(), {});
  const auto points = points_of(scene);
  const double doubled = points.at(0).at(false).at.y - points.at(0).at(true).at.y;
  // DRAM roofs of 2/3 and 1: 1.5 times further up at the same intensity, on the same axis.
  std::map<LineRole, Polyline> dram;
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.paint.colour == kLightPalette.of(models::Level::dram).ink) dram.insert_or_assign(line.role, line);
  }
  const Polyline& a = dram.at(LineRole::roof_at_maximum);
  const Polyline& b = dram.at(LineRole::roof);
  EXPECT_EQ(a.dash, Dash::fine);
  EXPECT_LT(a.width, b.width);
  const double slope = (b.points[1].y - b.points[0].y) / (b.points[1].x - b.points[0].x);
  const double apart = a.points[0].y - (b.points[0].y + slope * (a.points[0].x - b.points[0].x));
  EXPECT_NEAR(apart / doubled, std::log(1.5) / std::log(2), 0.01);
}

TEST(ComparisonScene, EndsEachSidesSlopesAtItsOwnComputeRoof) {
  const ComparedSample sample(half_as_fast(fixtures::one_kernel()), fixtures::one_kernel());
  const Scene scene = build_comparison_scene(sample.document(), {});
  double level = 0;  // the compute roof is the same on both
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.role == LineRole::roof && line.paint.colour == kLightPalette.of(models::Binding::compute).ink) {
      level = line.points[0].y;
    }
  }
  ASSERT_GT(level, 0);
  std::size_t slopes = 0;
  for (const Polyline& line : all<Polyline>(scene)) {
    const bool slanted = line.points[0].y != line.points[1].y;
    if (line.role != LineRole::roof_at_maximum || !slanted) continue;
    ++slopes;
    EXPECT_NEAR(line.points[1].y, level, 0.01);
  }
  EXPECT_GE(slopes, 2u);
}

TEST(ComparisonScene, NamesTheSideSourceAndClockOfEveryRoof) {
  const ComparedSample sample(half_as_fast(fixtures::twelve_kernels()), fixtures::twelve_kernels());
  for (const auto& [width, height] : kSizes) {
    const std::string words = words_of(build_comparison_scene(sample.document(), {.width = width, .height = height}));
    EXPECT_THAT(words, HasSubstr("A: a.rlens, Old GPU")) << width;
    EXPECT_THAT(words, HasSubstr("B: b.rlens, NVIDIA H200")) << width;
    EXPECT_THAT(words, HasSubstr("A: DRAM")) << width;
    EXPECT_THAT(words, HasSubstr("B: DRAM")) << width;
    EXPECT_THAT(words, HasSubstr("theoretical at 3.20 GHz")) << width;
  }
}

TEST(ComparisonScene, DrawsRoofsThatAreEqualOnce) {
  const ComparedSample sample(fixtures::twelve_kernels(), fixtures::twelve_kernels());
  const Scene scene = build_comparison_scene(sample.document(), {});
  for (const Polyline& line : all<Polyline>(scene)) {
    EXPECT_FALSE(line.role == LineRole::roof_at_maximum && line.paint.colour != kLightPalette.text);
  }
  EXPECT_THAT(words_of(scene), HasSubstr("A, B: DRAM 4.92 TB/s"));
}

TEST(ComparisonScene, WordsCoverNothing) {
  for (const auto make : {fixtures::twelve_kernels, fixtures::troubled_kernels, fixtures::profiled_application}) {
    const ComparedSample sample(half_as_fast(make()), make());
    for (const auto& [width, height] : kSizes) {
      const Scene scene =
          build_comparison_scene(sample.document(), {.width = width, .height = height, .bare = width < 1000});
      const std::vector<Text> texts = all<Text>(scene);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const Rect place = bounds(bounds(texts[i]));
        EXPECT_TRUE(place.x >= -1 && place.right() <= width + 1) << texts[i].text << " at " << width;
        for (std::size_t k = i + 1; k < texts.size(); ++k) {
          EXPECT_FALSE(overlap(bounds(texts[i]), bounds(texts[k]))) << texts[i].text << " | " << texts[k].text;
        }
        if (texts[i].role != TextRole::name) continue;
        for (const Marker& marker : all<Marker>(scene)) {
          EXPECT_FALSE(overlap(bounds(texts[i]), bounds(marker))) << texts[i].text << " covers a marker at " << width;
        }
        for (const Polyline& line : all<Polyline>(scene)) {
          if (line.role != LineRole::arrow && line.role != LineRole::roof) continue;
          EXPECT_FALSE(overlap(bounds(texts[i]), box(line.points[0], line.points[1], 1))) << texts[i].text;
        }
      }
    }
  }
}

TEST(ComparisonScene, LabelsWhatChangedMost) {
  models::Recording a = fixtures::twelve_kernels();
  for (models::Seconds& duration : a.observations[5].durations) duration = duration * 3;
  const ComparedSample sample(std::move(a), fixtures::twelve_kernels());
  const Scene scene = build_comparison_scene(sample.document(), {.labels = 1});
  std::vector<std::string> names;
  for (const Text& text : all<Text>(scene)) {
    if (text.role == TextRole::name) names.push_back(text.text);
  }
  EXPECT_THAT(names, testing::Contains("transpose/padded 3.00×"));
}

TEST(ComparisonScene, SaysWhatItLeavesOut) {
  const ComparedSample sample(fixtures::troubled_kernels(), fixtures::troubled_kernels());
  const std::string words = words_of(build_comparison_scene(sample.document(), {}));
  EXPECT_THAT(words, HasSubstr("failed verification in A: vector_add/one-d"));
  EXPECT_THAT(words, HasSubstr("no duration recorded in A"));
  EXPECT_THAT(words, HasSubstr("SIMULATED DATA"));
  const ComparedSample many(fixtures::many_kernels(600), fixtures::many_kernels(600));
  const Scene scene = build_comparison_scene(many.document(), {});
  EXPECT_EQ(points_of(scene).size(), 500u);
  EXPECT_THAT(words_of(scene), HasSubstr("500 pairs that changed most; 100 more are in the table"));
}

TEST(ComparisonScene, SaysThatDataWereImported) {
  models::Recording imported = fixtures::twelve_kernels();
  imported.provenance.kind = models::RecordingKind::recorded;
  imported.provenance.collector = "ncu import";
  const ComparedSample sample(imported, imported);
  const std::string words = words_of(build_comparison_scene(sample.document(), {}));
  EXPECT_THAT(words, HasSubstr("imported from Nsight Compute"));
  EXPECT_THAT(words, Not(HasSubstr("SIMULATED")));
}

TEST(ComparisonScene, PrintsTheSamePictureForFilesAndPages) {
  const ComparedSample sample(half_as_fast(fixtures::twelve_kernels()), fixtures::twelve_kernels());
  const Scene scene = build_comparison_scene(sample.document(), {});
  const std::string file = print_svg(scene);
  const std::string page = print_page_svg(scene);
  EXPECT_EQ(file, render_svg(sample.document(), {}));
  EXPECT_THAT(page, HasSubstr("stroke=\"var(--dram-ink)\""));
  EXPECT_THAT(page, Not(HasSubstr("style=")));  // the page's policy would refuse it
  EXPECT_THAT(page, Not(HasSubstr("=\"#")));
  EXPECT_THAT(file, HasSubstr(hex(kLightPalette.of(models::Level::dram).ink)));
  EXPECT_EQ(print_png(scene, 1).substr(1, 3), "PNG");
}

}  // namespace
}  // namespace rooflens::reports::chart
