// Pictures are compared by their pixels: other versions of cairo and FreeType round edges differently.
#include <gtest/gtest.h>

#include <chrono>

#include "tests/reports/golden.hpp"
#include "tests/reports/picture.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

void expect_golden_picture(const std::string& name, const models::Recording& recording, const PictureOptions& options) {
  const Sample sample(recording);
  const std::string actual = render_png(sample.document(), options);
  const Picture expected = decode(golden("reports/" + name + ".png", actual));
  const Picture drawn = decode(actual);
  ASSERT_EQ(drawn.width, expected.width);
  ASSERT_EQ(drawn.height, expected.height);
  EXPECT_LT(difference(drawn, expected), 0.002);
}

TEST(Png, LooksAsItDidAtFullSize) { expect_golden_picture("twelve_kernels", fixtures::twelve_kernels(), {.scale = 1}); }

TEST(Png, LooksAsItDidOnDark) {
  expect_golden_picture("troubled_kernels_dark", fixtures::troubled_kernels(),
                        {.width = 700, .height = 500, .scale = 1, .theme = Theme::dark});
}

TEST(Png, LooksAsItDidInOneColumn) {
  expect_golden_picture("one_kernel_small", fixtures::one_kernel(), {.width = 400, .height = 300, .scale = 1});
}

TEST(Png, DrawsInstructionsAsItDid) {
  expect_golden_picture("instructions_dark", fixtures::measured_roofs(),
                        {.width = 1000, .height = 640, .scale = 1, .theme = Theme::dark, .chart = Chart::instructions});
}

TEST(Png, DrawsAGapAsItDidInOneColumn) {
  expect_golden_picture("gap_small", fixtures::measured_roofs(),
                        {.width = 400, .height = 300, .scale = 1, .chart = Chart::gap, .kernel = "transpose/tiled"});
}

TEST(Png, DrawsALatencyRoofAsItDid) {
  expect_golden_picture("latency_roof", fixtures::measured_roofs(),
                        {.width = 640, .height = 480, .scale = 1, .chart = Chart::latency});
}

TEST(Png, TellsPicturesApart) {
  const Sample one(fixtures::one_kernel());
  const Sample twelve(fixtures::twelve_kernels());
  const PictureOptions options{.scale = 1};
  EXPECT_GT(difference(decode(render_png(one.document(), options)), decode(render_png(twelve.document(), options))),
            0.01);
}

TEST(Png, HasScaleTimesTheLogicalSize) {
  const Sample sample(fixtures::one_kernel());
  const Picture picture = decode(render_png(sample.document(), {.width = 400, .height = 300, .scale = 2}));
  EXPECT_EQ(picture.width, 800);
  EXPECT_EQ(picture.height, 600);
}

TEST(Png, DrawsTenThousandKernelsInTime) {
  const Sample sample(fixtures::many_kernels(10000));
  auto best = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 3; ++i) {
    const auto from = std::chrono::steady_clock::now();
    EXPECT_FALSE(render_png(sample.document(), {}).empty());
    best = std::min(best, std::chrono::steady_clock::now() - from);
  }
#ifndef __SANITIZE_ADDRESS__  // under which time says nothing
  // 0.1 s measured; the limit allows for a busy machine.
  EXPECT_LT(std::chrono::duration<double>(best).count(), 2.0);
#endif
}

}  // namespace
}  // namespace rooflens::reports
