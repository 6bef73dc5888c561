// Roofs of one kernel alone, and roofs that are missing, in pictures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/gap/own_roofs.hpp"
#include "models/place/integer_roof.hpp"
#include "tests/reports/drawn.hpp"

namespace rooflens::reports::chart {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kModulo = 6;  // reduction/interleaved-modulo

std::vector<Polyline> own_lines(const Scene& scene) {
  std::vector<Polyline> lines = all<Polyline>(scene);
  std::erase_if(lines, [](const Polyline& line) { return line.role != LineRole::own_roof; });
  return lines;
}

// The only kernel adds without fusing: half of the FP32 roof.
TEST(OwnRoofsChart, DrawsTheMixOfTheOnlyKernel) {
  const Sample sample(fixtures::one_kernel());
  const auto roofs = models::own_roofs(sample.machine().kernels[0]);
  ASSERT_FALSE(roofs.empty());
  for (const auto& [width, height] : {std::pair{1200, 760}, {700, 500}, {400, 300}}) {
    const Scene scene = build_scene(sample.document(), {.width = width, .height = height});
    const DrawnAxis rates = DrawnAxis::beside(scene, scene.plots.at(0));
    const auto lines = own_lines(scene);
    ASSERT_EQ(lines.size(), roofs.size()) << width;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_NE(lines[i].dash, Dash::none);
      EXPECT_EQ(lines[i].points[0].y, lines[i].points[1].y);
      const bool found = std::any_of(roofs.begin(), roofs.end(), [&](const models::OwnRoof& roof) {
        return std::abs(rates.value(lines[i].points[0].y) * 1e12 / roof.rate.value() - 1) < 0.01;
      });
      EXPECT_TRUE(found) << rates.value(lines[i].points[0].y) << " at " << width;
    }
    EXPECT_THAT(words_of(scene), HasSubstr("FMA mix")) << width;
  }
}

TEST(OwnRoofsChart, DrawsNoneAmongSeveralKernels) {
  const Sample sample(fixtures::twelve_kernels());
  EXPECT_TRUE(own_lines(build_scene(sample.document(), {})).empty());
  EXPECT_FALSE(own_lines(build_scene(sample.document(), {.kernel = "reduction/seq"})).empty()) << "picked out of them";
  EXPECT_TRUE(own_lines(build_scene(sample.document(), {.kernel = "copy/float4"})).empty()) << "it has no FLOPs";
}

// What is said of clocks and launches is of the kernel that is drawn.
TEST(OwnRoofsChart, SpeaksOfTheLaunchesOfTheOnlyKernel) {
  models::Recording recording = fixtures::twelve_kernels();
  for (models::Observation& o : recording.observations) {
    o.launches_made = 100;
    o.launches_counted = 10;
  }
  recording.observations[kModulo].launches_made = 30;
  recording.observations[kModulo].launches_counted = 3;
  const Sample sample(recording);
  EXPECT_THAT(words_of(build_scene(sample.document(), {})), HasSubstr("counters from 113 of 1130 launches"));
  for (const Chart chart : {Chart::roofline, Chart::instructions, Chart::gap}) {
    const Scene scene = build_scene(sample.document(), {.chart = chart, .kernel = "interleaved-modulo"});
    EXPECT_THAT(words_of(scene), HasSubstr("counters from 3 of 30 launches")) << static_cast<int>(chart);
  }
}

// 90 % of the INT32 roof.
TEST(OwnRoofsChart, DrawsTheInt32RoofOfAKernelThatCounts) {
  models::Recording recording = fixtures::twelve_kernels();
  models::Observation& kernel = recording.observations[kModulo];
  const double operations = 0.9 * kernel.durations.front().value() *
                            recording.machines[0].ceilings.best(models::Precision::int32)->rate.value();
  fixtures::do_integer_work(kernel, operations);
  const Sample sample(std::move(recording));
  const auto roof = models::integer_roof(sample.machine().kernels[kModulo]);
  ASSERT_TRUE(roof);
  const Scene scene = build_scene(sample.document(), {.kernel = "interleaved-modulo"});
  EXPECT_THAT(words_of(scene), HasSubstr("INT32 roof 343 GFLOP/s · "));
  const DrawnAxis rates = DrawnAxis::beside(scene, scene.plots.at(0));
  const auto lines = own_lines(scene);
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const Polyline& line) {
    return std::abs(rates.value(line.points[0].y) * 1e12 / roof->flop_rate.value() - 1) < 0.01;
  }));
  EXPECT_THAT(words_of(build_scene(sample.document(), {})), Not(HasSubstr("INT32 roof")));
}

TEST(OwnRoofsChart, IsTitledAndJudgedByItsKernel) {
  const Sample sample(fixtures::twelve_kernels());
  const Scene scene = build_scene(sample.document(), {.kernel = "^sgemm/naive"});
  EXPECT_THAT(words_of(scene), HasSubstr("Roofline · sgemm/naive · NVIDIA H200"));
  EXPECT_THAT(words_of(scene), HasSubstr("The kernel is not bound by a roof"));
  EXPECT_THAT(words_of(scene), Not(HasSubstr("tensor")));
  const auto trouble = chart_trouble(sample.document(), {.kernel = "softmax"});
  ASSERT_TRUE(trouble);
  EXPECT_STREQ(trouble->what(), "no kernel's name matches `softmax`");
  EXPECT_TRUE(build_scene(sample.document(), {.kernel = "softmax"}).plots.empty());
}

TEST(MissingRoofs, AreNamedBelowThePicture) {
  const Sample whole(fixtures::twelve_kernels());
  EXPECT_THAT(words_of(build_scene(whole.document(), {})), Not(HasSubstr("No roof is known")));
  models::Recording recording = fixtures::twelve_kernels();
  std::erase_if(recording.machines[0].ceilings.memory, [](const auto& c) { return c.level == models::Level::l2; });
  const Sample without_l2(recording);
  const std::string l2 = "No roof is known for L2: `rooflens ceilings` measures it.";
  EXPECT_THAT(words_of(build_scene(without_l2.document(), {})), HasSubstr(l2));
  EXPECT_THAT(words_of(build_scene(without_l2.document(), {.chart = Chart::instructions})), HasSubstr(l2));
  std::erase_if(recording.machines[0].ceilings.compute,
                [](const auto& c) { return c.precision == models::Precision::tensor_bf16; });
  const Sample without_both(recording);
  EXPECT_THAT(words_of(build_scene(without_both.document(), {})),
              HasSubstr("No roof is known for L2 and BF16 tensor: `rooflens ceilings` measures them."));
  EXPECT_THAT(words_of(build_scene(without_both.document(), {.chart = Chart::instructions})), HasSubstr(l2))
      << "formats have no roof there";
  EXPECT_THAT(words_of(build_scene(without_both.document(), {.kernel = "sgemm/naive"})), HasSubstr(l2))
      << "of what it draws";
}

}  // namespace
}  // namespace rooflens::reports::chart
