#include "reports/text/dot_canvas.hpp"

#include <gtest/gtest.h>

namespace rooflens::reports {
namespace {

TEST(DotCanvas, DrawsALineFromCornerToCorner) {
  DotCanvas canvas(2, 1);  // 4 x 4 dots
  canvas.line({0, 0}, {1, 1});
  EXPECT_EQ(canvas.row_text(0, false), "⡠⠊");
}

TEST(DotCanvas, DrawsALevelLineInOneRowOfDots) {
  DotCanvas canvas(3, 2);
  canvas.line({0, 0.6}, {1, 0.6});  // the lowest dots of the upper row
  EXPECT_EQ(canvas.row_text(0, false), "⣀⣀⣀");
  EXPECT_EQ(canvas.row_text(1, false), "");
}

TEST(DotCanvas, LeavesOutWhatLiesOutside) {
  DotCanvas canvas(2, 1);
  canvas.line({-1, 2}, {2, 2});
  EXPECT_EQ(canvas.row_text(0, false), "");
}

TEST(DotCanvas, CountsRowsFromTheTopAndHeightsFromTheBottom) {
  const DotCanvas canvas(10, 4);
  EXPECT_EQ(canvas.row(0), 3u);
  EXPECT_EQ(canvas.row(1), 0u);
  EXPECT_EQ(canvas.column(0.55), 5u);
  EXPECT_EQ(canvas.cell(0.55, 0.9), 5u);
}

TEST(DotCanvas, WritesTextOverLinesButNotOverText) {
  DotCanvas canvas(8, 1);
  canvas.line({0, 0.1}, {1, 0.1});
  canvas.text_before(1, 0.1, "µ1", Tone::plain);
  canvas.text_before(1, 0.1, "abc", Tone::plain);
  canvas.text_before(0.25, 0.1, "too long", Tone::plain);
  EXPECT_EQ(canvas.row_text(0, false), "⣀⣀⣀⣀⣀⣀µ1");
}

TEST(DotCanvas, ColoursRunsOfOneTone) {
  DotCanvas canvas(3, 1);
  canvas.put(0, 0, "a", Tone::good);
  canvas.put(0.4, 0, "b", Tone::good);
  EXPECT_EQ(canvas.row_text(0, true), toned("ab", Tone::good, true));
}

}  // namespace
}  // namespace rooflens::reports
