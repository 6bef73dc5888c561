#include "reports/text/text_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reports/words/format.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> lines_of(const Sample& sample, int width = 100) {
  const Document document = sample.document();
  const TextOptions options{.width = width};
  const ProcessLabels labels(document.recording, document.analysis.problems);
  std::istringstream text(
      text_roofline({document, sample.machine(), options, labels, static_cast<std::size_t>(width)}));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Rows of the plot, from the top, in which a character of the plot is `letter`.
std::vector<std::size_t> rows_with(const std::vector<std::string>& lines, char letter) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 1; i <= 16; ++i) {
    const std::size_t axis = std::min(lines[i].find("│"), lines[i].find("┤"));
    std::string plot = lines[i].substr(axis);
    const std::size_t name = plot.find_first_of("DF");  // names of roofs have letters too
    if (name != std::string::npos) plot.resize(name);
    if (plot.find(letter) != std::string::npos) rows.push_back(i);
  }
  return rows;
}

TEST(TextRoofline, PutsFasterKernelsHigher) {
  const auto lines = lines_of(Sample(fixtures::twelve_kernels()));
  ASSERT_GT(lines.size(), 18u);
  const std::vector<std::size_t> a = rows_with(lines, 'a');
  ASSERT_EQ(a.size(), 1u);
  // 66.9 TFLOP/s stands in its own row, above every FP32 kernel.
  std::size_t roof = 0;
  for (std::size_t i = 1; i <= 16; ++i) {
    if (lines[i].find("FP32 ") != std::string::npos) roof = i;
  }
  EXPECT_GT(roof, 0u);
  EXPECT_LT(roof, a[0]);
}

TEST(TextRoofline, NamesItsLettersAndRoofs) {
  std::string text;
  for (const std::string& line : lines_of(Sample(fixtures::twelve_kernels()))) text += line + "\n";
  EXPECT_THAT(text, HasSubstr("  a "));
  EXPECT_THAT(text, HasSubstr("TFLOP/s"));
  EXPECT_THAT(text, HasSubstr("DRAM 4.9"));
  EXPECT_THAT(text, HasSubstr("FLOP/B"));
}

TEST(TextRoofline, KernelsOfOnePlaceShareALetter) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations.push_back(recording.observations.front());
  recording.observations.back().name = "same/place";
  const auto lines = lines_of(Sample(std::move(recording)));
  EXPECT_THAT(lines.back(), HasSubstr(", same/place"));
}

TEST(TextRoofline, IsNotDrawnWithoutFloatingPointWork) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].counters = {};
  recording.observations[0].work.reset();
  EXPECT_TRUE(lines_of(Sample(std::move(recording))).empty());
}

TEST(TextRoofline, FitsItsWidth) {
  for (const int width : {80, 120, 200}) {
    for (const std::string& line : lines_of(Sample(fixtures::many_kernels(500)), width)) {
      EXPECT_LE(length_utf8(line), static_cast<std::size_t>(width)) << line;
    }
  }
}

}  // namespace
}  // namespace rooflens::reports
