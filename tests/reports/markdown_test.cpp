#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Markdown, EscapesWhatStandsInNames) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "a|b`<script>\n*x*";
  const Sample sample(std::move(recording));
  const std::string text = render_markdown(sample.document());
  EXPECT_THAT(text, HasSubstr("a\\|b\\`\\<script\\>"));
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
}

TEST(Markdown, ShowsTheSlowestOfManyAndSaysHowManyAreLeftOut) {
  const Sample sample(fixtures::many_kernels(100));
  const std::string text = render_markdown(sample.document());
  EXPECT_THAT(text, HasSubstr("and 70 more"));
  std::size_t rows = 0;
  for (std::size_t at = text.find("| generated/"); at != std::string::npos; at = text.find("| generated/", at + 1))
    ++rows;
  EXPECT_EQ(rows, 30u);
}

TEST(Markdown, SaysWhatWouldHelp) {
  const Sample sample(fixtures::twelve_kernels());
  const std::string text = render_markdown(sample.document());
  EXPECT_THAT(text, HasSubstr("\nWhat would help, with the predicted speed-up:\n\n- sgemm/naive: up to "));
  models::Recording untimed = fixtures::one_kernel();
  untimed.observations.front().durations.clear();
  EXPECT_THAT(render_markdown(Sample(std::move(untimed)).document()), Not(HasSubstr("What would help")));
}

TEST(Markdown, FailedKernelsAreBoldAndFirstAmongTheNotes) {
  const Sample sample(fixtures::troubled_kernels());
  const std::string text = render_markdown(sample.document());
  EXPECT_THAT(text, HasSubstr("**FAILED**"));
}

}  // namespace
}  // namespace rooflens::reports
