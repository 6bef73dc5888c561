// Files of several bands, read back by cairo's own reader, which checks their checksums too.
#include "reports/draw/png_file.hpp"

#include <gtest/gtest.h>

#include "tests/reports/picture.hpp"

namespace rooflens::reports::chart {
namespace {

// Rows that differ from each other and do not compress to nothing.
std::vector<std::uint32_t> noise(std::size_t count) {
  std::vector<std::uint32_t> pixels(count);
  std::uint32_t state = 1;
  for (std::uint32_t& pixel : pixels) {
    state = state * 1664525 + 1013904223;
    pixel = state >> 8;
  }
  return pixels;
}

std::vector<std::uint32_t> read_back(const std::string& file, std::size_t width, std::size_t height) {
  Picture picture = decode(file);
  EXPECT_EQ(picture.width, static_cast<int>(width));
  EXPECT_EQ(picture.height, static_cast<int>(height));
  for (std::uint32_t& pixel : picture.pixels) pixel &= 0xffffff;
  return picture.pixels;
}

TEST(PngFile, ComesBackAsItWas) {
  for (const std::size_t height : {1U, 255U, 256U, 257U, 1000U}) {
    const std::size_t width = 33;
    const std::vector<std::uint32_t> pixels = noise(width * height);
    EXPECT_EQ(read_back(png_file({pixels.data(), width, height, width}), width, height), pixels) << height;
  }
}

TEST(PngFile, LeavesOutWhatFollowsARow) {
  const std::vector<std::uint32_t> pixels{1, 2, 99, 3, 4, 99};
  EXPECT_EQ(read_back(png_file({pixels.data(), 2, 2, 3}), 2, 2), (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(PngFile, IsSmallWhereThePictureIsFlat) {
  const std::vector<std::uint32_t> pixels(std::size_t{1000} * 1000, 0xffffff);
  EXPECT_LT(png_file({pixels.data(), 1000, 1000, 1000}).size(), 30'000U);
}

}  // namespace
}  // namespace rooflens::reports::chart
