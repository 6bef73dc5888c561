// Discs written into pixels, held against the area that they stand for.
#include "reports/draw/disc.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

namespace rooflens::reports::chart {
namespace {

struct Picture {
  std::size_t width = 20, height = 10;
  std::vector<std::uint32_t> pixels = std::vector<std::uint32_t>(20 * 10);
  Canvas canvas() { return {pixels, width, height, width}; }
  std::uint32_t at(std::size_t x, std::size_t y) const { return pixels[y * width + x]; }
  /// Pixels that are covered, those in part by their share.
  double area() const {
    double sum = 0;
    for (const std::uint32_t pixel : pixels) sum += static_cast<double>(pixel & 0xff) / 255;
    return sum;
  }
};

constexpr Paint kWhite{{255, 255, 255}, 1};

TEST(Disc, CoversItsAreaWhereverItsCentreIs) {
  for (const double radius : {1.5, 3.0, 4.0}) {
    for (const double shift : {0.0, 0.3, 0.5}) {
      Picture picture;
      draw_disc(picture.canvas(), {5 + shift, 5 - shift}, radius, kWhite);
      EXPECT_NEAR(picture.area() / (std::numbers::pi * radius * radius), 1, 0.05) << radius << " " << shift;
    }
  }
}

TEST(Disc, LeavesWhatIsOutsideOfIt) {
  Picture picture;
  draw_disc(picture.canvas(), {5, 5}, 2, kWhite);
  EXPECT_EQ(picture.at(5, 5), 0xffffffU);
  EXPECT_EQ(picture.at(8, 5), 0U);
  EXPECT_EQ(picture.at(5, 8), 0U);
}

TEST(Disc, MixesItsColourWithWhatIsThere) {
  Picture picture;
  picture.pixels.assign(picture.pixels.size(), 0x204060);
  draw_disc(picture.canvas(), {5, 5}, 2, {{0x60, 0x40, 0x20}, 0.5});
  EXPECT_EQ(picture.at(5, 5), 0x404040U);
}

TEST(Disc, IsCutAtTheEdgesOfThePicture) {
  for (const Point corner : {Point{0, 0}, Point{20, 0}, Point{0, 10}, Point{20, 10}}) {
    Picture picture;
    draw_disc(picture.canvas(), corner, 4, kWhite);
    EXPECT_NEAR(picture.area(), std::numbers::pi * 4, 0.6);
  }
  Picture picture;
  draw_disc(picture.canvas(), {-50, 500}, 4, kWhite);
  EXPECT_EQ(picture.area(), 0);
}

}  // namespace
}  // namespace rooflens::reports::chart
