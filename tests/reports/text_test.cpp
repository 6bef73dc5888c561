#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "models/advise/advice_formats.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/explain/hints.hpp"
#include "reports/words/format.hpp"
#include "reports/words/text_table.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Text, KeepsToItsWidth) {
  const Sample sample(fixtures::troubled_kernels());
  for (const int width : {60, 70, 80, 96, 120, 200}) {
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

TEST(Text, LeavesColumnsOutBeforeItCutsNames) {
  const Sample sample(fixtures::twelve_kernels());
  const std::string narrow = render_text(sample.document(), {.width = 60});
  const std::string heading = narrow.substr(narrow.find("\nKernel "), 62);
  EXPECT_THAT(heading, HasSubstr("of roof  Bound by"));
  EXPECT_THAT(heading, Not(HasSubstr("Verified")));
  EXPECT_THAT(render_text(sample.document(), {.width = 160}), HasSubstr("Occ.  Verified\n"));
  const Sample failed(fixtures::troubled_kernels());
  EXPECT_THAT(render_text(failed.document(), {.width = 60}), HasSubstr("FAILED"));
}

// What explains stays where the terminal has 100 columns; that all kernels were verified needs one line.
TEST(Text, KeepsLanesConflictsAndOccupancyBesideBandwidth) {
  models::Recording recording = fixtures::twelve_kernels();
  const std::string text = render_text(Sample(recording).document(), {.width = 100});
  EXPECT_THAT(text, HasSubstr("DRAM GB/s  of roof  Bound by  Lanes  Confl.  Occ.\n"));
  EXPECT_THAT(text, HasSubstr("\n  Verified: all.\n"));
  recording.observations[3].verification = {};
  EXPECT_THAT(render_text(Sample(recording).document(), {.width = 100}), HasSubstr("\n  Verified: 11 of 12.\n"));
  recording.observations[3].verification.status = models::VerificationStatus::mismatch;
  const std::string failed = render_text(Sample(recording).document(), {.width = 100});
  EXPECT_THAT(failed, HasSubstr("FAILED\n"));
  EXPECT_THAT(failed, Not(HasSubstr("Verified:")));
}

TEST(Text, DropsNoColumnForNamesThatAreShort) {
  models::Recording recording = fixtures::twelve_kernels();
  for (std::size_t i = 0; i < recording.observations.size(); ++i)
    recording.observations[i].name = fmt::format("k{}", i);
  EXPECT_THAT(render_text(Sample(recording).document(), {.width = 100}), ContainsRegex("Share +Recov\\. +TFLOP/s"));
}

TEST(Text, SaysWhatCouldBeSavedAsAnInterval) {
  models::Recording recording = fixtures::twelve_kernels();
  models::Analysis analysis = models::analyse(recording);
  analysis.machines[0].kernels[0].recoverable = {models::Seconds(1), models::Seconds(4), 0.4};
  EXPECT_THAT(render_text({recording, analysis, "Roofline"}, {}), HasSubstr(" 10–40\u00A0% "));
}

struct Findings : ::testing::Test {
  models::Recording recording = fixtures::twelve_kernels();
  models::Analysis analysis = models::analyse(recording);
  void SetUp() override {
    analysis.machines[0].findings.clear();
    for (models::AnalysedKernel& kernel : analysis.machines[0].kernels) {
      kernel.findings.clear();
      kernel.explanation.advice.clear();
    }
  }
  void only(std::size_t kernel, std::vector<models::Finding> findings) {
    analysis.machines[0].kernels[kernel].findings = std::move(findings);
  }
  void advise(std::size_t kernel, const std::string& change) {
    analysis.machines[0].kernels[kernel].explanation.advice = {{.id = "test",
                                                                .cause = "Cause.",
                                                                .evidence = "evidence",
                                                                .change = change,
                                                                .gain_low = 1.25,
                                                                .gain_high = 1.5,
                                                                .assumes = "luck"}};
  }
  std::string text() const { return render_text({recording, analysis, "Roofline"}, {}); }
  static models::Finding finding(models::Severity severity, const std::string& cause) {
    return {.severity = severity, .topic = "test", .cause = cause, .consequence = {}, .remedy = {}};
  }
};

TEST_F(Findings, SayOnceWhatSeveralKernelsWarnOf) {
  only(0, {finding(models::Severity::warning, "No counters.")});
  only(1, {finding(models::Severity::warning, "No counters.")});
  only(2, {finding(models::Severity::warning, "No clock.")});
  EXPECT_THAT(text(),
              HasSubstr("\nThis run\n  warning: 2 kernels (vector_add/float4, vector_add/one-d): No counters.\n"));
  EXPECT_THAT(text(), HasSubstr("\ncopy/float4\n  warning: No clock.\n"));
  EXPECT_EQ(text().find("No counters."), text().rfind("No counters."));
}

TEST_F(Findings, PutTheGravestOfAKernelFirst) {
  only(0, {finding(models::Severity::failure, "First."), finding(models::Severity::note, "Third.")});
  advise(0, "Second.");
  EXPECT_THAT(text(), HasSubstr("  failure: First.\n  1.25× to 1.50×: Cause. Second. Evidence: evidence.\n"
                                "  and 1 more with --advice\n"));
}

// Kernel 9 loses most time to its roof.
TEST_F(Findings, PutCountersThatCannotBeTrueBeforeAdvice) {
  for (std::size_t i = 0; i < 11; ++i) advise(i, "To do.");
  models::Finding untrue = finding(models::Severity::warning, "130 % of all.");
  untrue.topic = models::kContradictoryCounters;
  only(11, {untrue});
  EXPECT_LT(text().find("130 % of all."), text().find("To do."));
}

TEST_F(Findings, PutAdviceBeforeNotesOnKernelsThatLoseMoreTime) {
  for (std::size_t i = 0; i < 11; ++i) only(i, {finding(models::Severity::note, "Good to know.")});
  advise(11, "To do.");
  EXPECT_LT(text().find("To do."), text().find("Good to know."));
  EXPECT_THAT(text(), HasSubstr("7 more kernels: -k REGEX, HTML report or JSON."));
}

TEST_F(Findings, LeaveNotesOutWhereAdviceWouldBeCut) {
  for (std::size_t i = 0; i < 11; ++i) {
    only(i, {finding(models::Severity::note, "Good to know.")});
    advise(i, "To do.");
  }
  EXPECT_THAT(text(), Not(HasSubstr("Good to know.")));
  EXPECT_THAT(text(), HasSubstr("6 more kernels: -k REGEX, HTML report or JSON."));
}

TEST_F(Findings, StandBesideTheWholeAdviceWhereThatIsAskedFor) {
  advise(0, "To do.");
  only(0, {finding(models::Severity::note, "Good to know.")});
  const std::string all = render_text({recording, analysis, "Roofline"}, {.advice = true});
  EXPECT_EQ(all.find("To do."), all.rfind("To do."));
  EXPECT_THAT(all, HasSubstr("Assumes: luck.\n  note: Good to know.\n"));
}

// Kernel 9 leaves most, and nothing helps it.
TEST_F(Findings, ExplainKernelsInTheOrderOfTheTableWhereAdviceIsAskedFor) {
  for (std::size_t i = 0; i < 9; ++i) advise(i, "To do.");
  const std::size_t first = analysis.machines[0].by_recoverable.front();
  ASSERT_EQ(first, 9u);
  only(first, {finding(models::Severity::note, "Good to know.")});
  const std::string all = render_text({recording, analysis, "Roofline"}, {.advice = true});
  EXPECT_THAT(all,
              HasSubstr("What would help, with the predicted speed-up\n\nsgemm/naive\n  10.6× the time at the FP32 "
                        "roof = "));
  EXPECT_LT(all.find("Good to know."), all.find("To do."));
}

TEST_F(Findings, SayHowManyKernelsTheyAreOf) {
  for (std::size_t i = 0; i < 11; ++i) advise(i, "To do.");
  EXPECT_THAT(text(), HasSubstr("What to try first (all: --advice): 5 of 11 kernels"));
  const std::string all = render_text({recording, analysis, "Roofline"}, {.advice = true});
  EXPECT_THAT(all, HasSubstr("What would help, with the predicted speed-up\n")) << "a dozen are all shown";
}

TEST_F(Findings, NameWhatCallersOfALibraryCanDoOnce) {
  for (std::size_t i = 0; i < 3; ++i) advise(i, "To do.");
  analysis.machines[0].for_callers = "Change the call.";
  EXPECT_THAT(text(), HasSubstr("--advice)\n  Change the call.\n\n"));
  EXPECT_EQ(text().find("Change the call."), text().rfind("Change the call."));
}

TEST_F(Findings, PutAHintBehindTheFirstAdvice) {
  advise(0, "To do.");
  auto& advice = analysis.machines[0].kernels[0].explanation.advice;
  advice.push_back(advice.front());
  models::Finding hint = finding(models::Severity::note, "Tensor cores.");
  hint.topic = models::kTensorHint;
  only(0, {finding(models::Severity::note, "Good to know."), hint});
  EXPECT_THAT(text(), HasSubstr("Evidence: evidence.\n  note: Tensor cores.\n  and 2 more with --advice\n"));
}

TEST_F(Findings, NameKernelsWithoutAdviceTogether) {
  models::Finding none = finding(models::Severity::note, "No advice.");
  none.topic = models::kNoAdvice;
  none.remedy = "`rooflens profile --stalls --lines` shows what warps wait for.";
  for (const std::size_t i : {2u, 5u}) only(i, {none});
  EXPECT_THAT(text(), HasSubstr("\nNo advice on copy/float4, transpose/padded: nothing that was counted backs "));
  EXPECT_THAT(text(), HasSubstr("`rooflens profile --stalls --lines` shows what warps wait for."));
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
  EXPECT_THAT(render_text(sample.document(), {}), HasSubstr("* measured work"));
  const Sample known(fixtures::one_kernel());
  EXPECT_THAT(render_text(known.document(), {}), Not(HasSubstr("* measured work")));
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
  EXPECT_THAT(text, HasSubstr("2 kernels: 17 % of them do 228 of op_fp16 (numbers from one example)."));
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
  EXPECT_THAT(text, HasSubstr("sgemm/naive\n  10.6× the time at the FP32 roof = "));
  EXPECT_THAT(text, HasSubstr(" (unexplained)"));
}

// 1611 MB at 4.92 TB/s are 327 µs; it takes 1234.56 times its 392 µs.
TEST(Text, WritesLargeFactorsWithThreeDigits) {
  models::Recording recording = fixtures::one_kernel();
  for (models::Seconds& duration : recording.observations[0].durations) duration = 1234.56 * duration;
  const Sample sample(std::move(recording));
  const std::string text = render_text(sample.document(), {.width = 200, .advice = true});
  EXPECT_THAT(text, HasSubstr("The kernel is not bound by a roof; runs at 0.1 % of the DRAM roof."));
  EXPECT_THAT(text, HasSubstr("vector_add/one-d\n  1480× the time at the DRAM roof = 1310 (unexplained) × 1.08 (units "
                              "that wait for each other) × "
                              "1.04 (imbalance and tail) × 1.01 (all else)."));
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
  EXPECT_THAT(render_text(sample.document(), {.advice = true}), HasSubstr("No change is known that would bring 2 %."));
}

}  // namespace
}  // namespace rooflens::reports
