#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reports/format.hpp"
#include "reports/text_table.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Text, KeepsToItsWidth) {
  const Sample sample(fixtures::troubled_kernels());
  for (const int width : {80, 96, 120, 200}) {
    std::istringstream lines(render_text(sample.document(), {.width = width}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(length_utf8(line), static_cast<std::size_t>(width)) << line;
    }
  }
}

TEST(Text, HasColourOnlyWhenAsked) {
  const Sample sample(fixtures::twelve_kernels());
  EXPECT_THAT(render_text(sample.document(), {.colour = false}), Not(HasSubstr("\033")));
  EXPECT_THAT(render_text(sample.document(), {.colour = true}), HasSubstr("\033[1m"));
}

TEST(Text, DoesNotPassEscapeSequencesOfNamesOn) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "evil\033[2J\nname";
  const Sample sample(std::move(recording));
  EXPECT_THAT(render_text(sample.document(), {}), Not(HasSubstr("\033")));
}

TEST(Text, SaysThatDataIsSimulated) {
  const Sample sample(fixtures::one_kernel());
  EXPECT_THAT(render_text(sample.document(), {}), HasSubstr("SIMULATED DATA"));
}

TEST(Text, MarksSharesOfMeasuredDemand) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].work.reset();
  const Sample sample(std::move(recording));
  EXPECT_THAT(render_text(sample.document(), {}), HasSubstr("* of measured demand"));
  const Sample known(fixtures::one_kernel());
  EXPECT_THAT(render_text(known.document(), {}), Not(HasSubstr("of measured demand")));
}

TEST(Text, GivesAFailedKernelNoShareOfItsRoof) {
  const Sample sample(fixtures::troubled_kernels());
  std::istringstream lines(render_text(sample.document(), {}));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("FAILED") != std::string::npos) {
      EXPECT_THAT(line, Not(HasSubstr("83.6")));
    }
  }
}

TEST(Text, SaysOnceWhatDiffersInNumbersAlone) {
  models::Recording recording = fixtures::twelve_kernels();
  recording.observations[0].remarks = {"17 % of them do 228 of op_fp16"};
  recording.observations[1].remarks = {"33.5 % of them do 1.5e+06 of op_fp16"};
  recording.observations[2].remarks = {"33.5 % of them do 1.5e+06 of op_fp8"};
  const Sample sample(std::move(recording));
  const std::string text = render_text(sample.document(), {.width = 200});
  EXPECT_THAT(text, HasSubstr("2 kernels: 17 % of them do 228 of op_fp16 (the numbers are those of one of them)."));
  EXPECT_THAT(text, HasSubstr("1 kernel: 33.5 % of them do 1.5e+06 of op_fp8."));
}

TEST(Text, NamesRefusedCountersWithTheReason) {
  const Sample sample(fixtures::troubled_kernels());
  EXPECT_THAT(render_text(sample.document(), {}),
              HasSubstr("dram__bytes.sum, l1tex__t_bytes.sum: not available on this chip"));
}

TEST(Paragraph, BreaksAtSpacesAndIndents) {
  EXPECT_EQ(paragraph("one two three", 9, "- ", "  "), "- one two\n  three\n");
  EXPECT_EQ(paragraph("abcdefghij", 5, "", ""), "ab…ij\n");
}

TEST(Text, SaysWhatWouldHelpOnlyWhenAsked) {
  const Sample sample(fixtures::twelve_kernels());
  EXPECT_THAT(render_text(sample.document(), {}), Not(HasSubstr("What would help")));
  const std::string text = render_text(sample.document(), {.advice = true});
  EXPECT_THAT(text, HasSubstr("What would help, with the predicted speed-up"));
  EXPECT_THAT(text, HasSubstr("sgemm/naive\n  10.61x the time at the FP32 roof; "));
  EXPECT_THAT(text, HasSubstr("% of the gap is latency"));
}

TEST(Text, AdviceKeepsToItsWidthAndHasColourOnlyWhenAsked) {
  const Sample sample(fixtures::troubled_kernels());
  for (const int width : {80, 120}) {
    std::istringstream lines(render_text(sample.document(), {.width = width, .advice = true}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(length_utf8(line), static_cast<std::size_t>(width)) << line;
    }
  }
  EXPECT_THAT(render_text(sample.document(), {.advice = true}), Not(HasSubstr("\033")));
}

TEST(Text, SaysWhereNothingKnownWouldHelp) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].durations.clear();
  const Sample sample(std::move(recording));
  EXPECT_THAT(render_text(sample.document(), {.advice = true}), HasSubstr("Nothing that is known would bring 2 %."));
}

}  // namespace
}  // namespace rooflens::reports
