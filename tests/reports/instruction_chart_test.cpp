// The picture of the instruction roofline shows the numbers of the models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/reports/drawn.hpp"

namespace rooflens::reports::chart {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kTiled = 4;   // transpose/tiled: 16.5 wavefronts for every access of shared memory
constexpr std::size_t kModulo = 6;  // reduction/interleaved-modulo: divergent

class InstructionChart : public ::testing::Test {
 protected:
  [[nodiscard]] Scene drawn(Accesses accesses, int width = 1200, int height = 760) const {
    return build_scene(sample_.document(),
                       {.width = width, .height = height, .chart = Chart::instructions, .accesses = accesses});
  }
  [[nodiscard]] static Marker primary_of(const Scene& scene, std::size_t kernel, const Rect& plot) {
    for (const Marker& m : all<Marker>(scene)) {
      if (m.kernel == kernel && m.primary && plot.contains(m.at)) return m;
    }
    throw std::runtime_error("kernel not drawn");
  }
  Sample sample_{fixtures::twelve_kernels()};
};

TEST_F(InstructionChart, PutsAKernelAtItsWarpInstructionsASecond) {
  const Scene scene = drawn(Accesses::levels);
  const Rect plot = scene.plots.at(0);
  const Marker tiled = primary_of(scene, kTiled, plot);
  // Some 4.2e7 warp instructions in 838 us.
  const double warps = *sample_.machine().kernels[kTiled].counters().value("smsp__sass_inst_executed.sum");
  EXPECT_NEAR(DrawnAxis::beside(scene, plot).value(tiled.at.y), warps / 838e-6 / 1e9, 0.1);
  const auto& points = sample_.machine().kernels[kTiled].instruction_roofline->points;
  const auto dram =
      std::find_if(points.begin(), points.end(), [](const auto& p) { return p.level == models::Level::dram; });
  EXPECT_NEAR(DrawnAxis::below(scene, plot).value(tiled.at.x) / dram->instructions_per_transaction, 1, 1e-3);
}

TEST_F(InstructionChart, LeadsAStemToLanesWhosePredicateIsOn) {
  const Scene scene = drawn(Accesses::levels);
  const Rect plot = scene.plots.at(0);
  const Marker modulo = primary_of(scene, kModulo, plot);
  double lowest = modulo.at.y;
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.role != LineRole::stem || line.kernel != kModulo) continue;
    for (const Point& point : line.points) lowest = std::max(lowest, point.y);
  }
  const auto& heights = sample_.machine().kernels[kModulo].instruction_roofline->heights;
  ASSERT_TRUE(heights.predicated_on);
  ASSERT_LT(heights.predicated_on->value(), heights.issued.value() / 1.1);
  EXPECT_NEAR(DrawnAxis::beside(scene, plot).value(lowest) * 1e9 / heights.predicated_on->value(), 1, 1e-3);
  EXPECT_THAT(words_of(scene), HasSubstr("lanes whose predicate is on (foot)"));
}

TEST_F(InstructionChart, HasTheIssueRoofOfFourSchedulersAnSm) {
  const Scene scene = drawn(Accesses::levels);
  // 132 SMs x 4 x 1.98 GHz = 1045 G, in three digits 1050.
  EXPECT_THAT(words_of(scene), HasSubstr("Warp issue 1050 warp GIPS · theoretical at 1.98 GHz"));
  const DrawnAxis rates = DrawnAxis::beside(scene, scene.plots.at(0));
  const auto lines = all<Polyline>(scene);
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const Polyline& line) {
    return line.role == LineRole::roof && line.points[0].y == line.points[1].y &&
           std::abs(rates.value(line.points[0].y) - 1045.44) < 1;
  }));
}

// 1.02 T warp instructions per second were measured: that is the roof, solid and with its spread.
TEST(InstructionChartOfMeasuredIssue, DrawsWhatWasMeasured) {
  models::Recording recording = fixtures::twelve_kernels();
  recording.machines[0].ceilings.instruction.push_back(
      {models::Pipe::issue,
       models::OperationRate(1.02e12),
       {models::CeilingSource::measured, models::ClockBasis::during_run, models::megahertz(1980), "Issue: x", 0.05}});
  const Sample sample(recording);
  const Scene scene = build_scene(sample.document(), {.chart = Chart::instructions, .accesses = Accesses::levels});
  EXPECT_THAT(words_of(scene), HasSubstr("Warp issue 1020 warp GIPS ± 5.0\u00A0% · measured at 1.98 GHz"));
  EXPECT_THAT(words_of(scene), Not(HasSubstr("1050 warp GIPS")));
  const DrawnAxis rates = DrawnAxis::beside(scene, scene.plots.at(0));
  const Rgb ink = kLightPalette.of(models::Binding::compute).ink;
  const auto lines = all<Polyline>(scene);
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const Polyline& line) {
    return line.role == LineRole::roof && line.dash == Dash::none && line.paint.colour == ink &&
           std::abs(rates.value(line.points[0].y) - 1020) < 1;
  }));
  EXPECT_THAT(words_of(scene), Not(HasSubstr("of warp issue")));
  recording.machines[0].ceilings.instruction.back().rate = models::OperationRate(50e9);
  const Sample above(recording);
  EXPECT_THAT(words_of(build_scene(above.document(), {.chart = Chart::instructions})),
              ::testing::ContainsRegex("contradict each other: .*of warp issue"));
}

TEST_F(InstructionChart, HasRoofsInTransactions) {
  // DRAM 4.92 TB/s in sectors of 32 bytes, shared memory 132 SMs x 128 B x 1.905 GHz in wavefronts of 128 bytes.
  const std::string words = words_of(drawn(Accesses::levels));
  EXPECT_THAT(words, HasSubstr("DRAM 154 GTXN/s"));
  EXPECT_THAT(words, HasSubstr("Shared 251 GTXN/s"));
}

TEST_F(InstructionChart, PutsWallsOfBankConflictsAFactorOfTwoApart) {
  const Scene scene = drawn(Accesses::shared);
  std::vector<double> walls;
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.role == LineRole::wall && line.points[0].x == line.points[1].x &&
        scene.plots[0].contains(line.points[1])) {
      walls.push_back(line.points[0].x);
    }
  }
  std::sort(walls.begin(), walls.end());
  ASSERT_EQ(walls.size(), 6u);
  const double step = walls[1] - walls[0];
  for (std::size_t i = 1; i < walls.size(); ++i) EXPECT_NEAR(walls[i] - walls[i - 1], step, 0.01);
  EXPECT_THAT(words_of(scene), HasSubstr("32-way bank conflict"));
  EXPECT_THAT(words_of(scene), HasSubstr("no bank conflict"));
  // 16.5 wavefronts per access: left of the wall of 16, the second from the left.
  const Marker tiled = primary_of(scene, kTiled, scene.plots[0]);
  EXPECT_NEAR((walls[1] - tiled.at.x) / step, std::log2(16.5 / 16), 0.01);
}

TEST_F(InstructionChart, KnowsOfKernelsWithoutTheAccessesItDraws) {
  const auto& kernels = sample_.machine().kernels;
  const auto without = std::count_if(kernels.begin(), kernels.end(),
                                     [](const auto& kernel) { return !kernel.instruction_roofline->shared; });
  ASSERT_GT(without, 0);
  const Scene scene = drawn(Accesses::shared);
  EXPECT_THAT(words_of(scene),
              HasSubstr("Without counted loads and stores of shared memory: " + std::to_string(without) + " kernels."));
  const auto markers = all<Marker>(scene);
  EXPECT_EQ(std::count_if(markers.begin(), markers.end(), [](const Marker& m) { return m.kernel.has_value(); }),
            12 - without);
}

TEST_F(InstructionChart, HasAWallForEachWidthOfGlobalAccesses) {
  const Scene scene = drawn(Accesses::global);
  const DrawnAxis sectors = DrawnAxis::below(scene, scene.plots.at(0));
  std::vector<double> walls;
  for (const Polyline& line : all<Polyline>(scene)) {
    if (line.role == LineRole::wall && scene.plots[0].contains(line.points[1])) {
      walls.push_back(1 / sectors.value(line.points[0].x));
    }
  }
  std::sort(walls.begin(), walls.end());
  EXPECT_THAT(walls, ::testing::Pointwise(::testing::DoubleNear(0.01), {1.0, 4.0, 8.0, 16.0, 32.0}));
  for (const char* words :
       {"unit stride, 4 bytes", "unit stride, 8 bytes", "unit stride, 16 bytes", "one sector per lane"}) {
    EXPECT_THAT(words_of(scene), HasSubstr(words));
  }
}

TEST_F(InstructionChart, ShowsAllThreeWhereThereIsRoom) {
  EXPECT_EQ(drawn(Accesses::all).plots.size(), 3u);
  const Scene small = drawn(Accesses::all, 640, 480);
  EXPECT_EQ(small.plots.size(), 1u);
  EXPECT_THAT(words_of(small), HasSubstr("Walls of access patterns are drawn in separate images"));
}

TEST_F(InstructionChart, SaysWhatBulkCopiesPassUncounted) {
  EXPECT_THAT(words_of(drawn(Accesses::levels)), HasSubstr("L1, LSU only"));
  EXPECT_THAT(words_of(drawn(Accesses::levels)),
              HasSubstr("LSU only: bulk copies (TMA) pass L1 and shared memory uncounted."));
  models::Recording older = fixtures::twelve_kernels();
  older.machines[0].device.compute_capability = {8, 0};
  const Sample sample(std::move(older));
  EXPECT_THAT(words_of(build_scene(sample.document(), {.chart = Chart::instructions})), Not(HasSubstr("LSU only")));
}

TEST_F(InstructionChart, LabelsNoMoreThanIsAskedFor) {
  const auto names = [&](int most) {
    const std::vector<Text> texts = all<Text>(
        build_scene(sample_.document(), {.chart = Chart::instructions, .labels = most, .accesses = Accesses::levels}));
    return std::count_if(texts.begin(), texts.end(), [](const Text& t) { return t.role == TextRole::name; });
  };
  EXPECT_GT(names(12), 4);  // as many as find room
  EXPECT_EQ(names(4), 4);
  EXPECT_EQ(names(1), 1);
  EXPECT_EQ(names(0), 0);
}

TEST(InstructionChartOfTroubles, NamesWhatItLeavesOut) {
  const Sample sample(fixtures::troubled_kernels());
  const std::string words = words_of(build_scene(sample.document(), {.chart = Chart::instructions}));
  EXPECT_THAT(words, HasSubstr("Not drawn, failed verification: vector_add/one-d"));
  EXPECT_THAT(words, HasSubstr("Not drawn, warp instructions not counted: "));
  EXPECT_THAT(words, HasSubstr("Not drawn, no duration recorded: transpose/padded"));
}

TEST(InstructionChartOfTroubles, SaysWhyThereIsNone) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].counters = {};
  const Sample sample(std::move(recording));
  const PictureOptions options{.chart = Chart::instructions};
  const auto trouble = chart_trouble(sample.document(), options);
  ASSERT_TRUE(trouble);
  EXPECT_STREQ(trouble->what(), "no kernel of this session has counted warp instructions");
  EXPECT_THAT(trouble->remedy(), HasSubstr("rooflens doctor"));
  EXPECT_TRUE(build_scene(sample.document(), options).plots.empty());
  const Sample counted(fixtures::one_kernel());
  EXPECT_FALSE(chart_trouble(counted.document(), options));
}

}  // namespace
}  // namespace rooflens::reports::chart
