// The waterfall of a gap: bars that add up to the measured time, and which kernel it is of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "reports/scenes/factor_ticks.hpp"
#include "reports/scenes/gap_bars.hpp"
#include "reports/words/format.hpp"
#include "reports/words/gap_words.hpp"
#include "tests/reports/drawn.hpp"

namespace rooflens::reports::chart {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Six times the roof: factor two for latency, three for bank conflicts. Factors run from the time to the roof.
models::Gap six() {
  models::Gap gap;
  gap.measured = models::nanoseconds(60e3);
  gap.roof = models::nanoseconds(10e3);
  gap.roof_resource = "DRAM";
  gap.compulsory = true;
  gap.total = 6;
  const auto add = [&gap](std::string_view id, std::string_view label, double factor) {
    models::GapFactor& added = gap.factors.emplace_back();
    added.id = id;
    added.label = label;
    added.factor = added.removed_first = added.removed_last = factor;
  };
  add("unexplained", "unexplained", 2);
  add("clock", "clock below the maximum", 1.001);
  add("bank-conflicts", "bank conflicts", 3);
  return gap;
}

models::GapFactor unclassified(double factor) {
  models::GapFactor result;
  result.id = "unclassified";
  result.label = "unclassified excess work";
  result.factor = factor;
  return result;
}

Scene drawn(const models::Recording& recording, PictureOptions options = {}) {
  const Sample sample(recording);
  options.chart = Chart::gap;
  return build_scene(sample.document(), options);
}

TEST(GapSteps, RunFromTheRoofToTheTimeAndLeaveOutWhatTakesNone) {
  const models::Gap gap = six();
  const GapSteps steps = gap_steps(gap);
  ASSERT_EQ(steps.shown.size(), 2u);
  EXPECT_EQ(steps.shown[0].factor->id, "bank-conflicts");
  EXPECT_EQ(steps.shown[0].kind, StepKind::counted);
  EXPECT_DOUBLE_EQ(steps.shown[0].from, 1);
  EXPECT_DOUBLE_EQ(steps.shown[0].to, 3);
  EXPECT_EQ(steps.shown[1].kind, StepKind::unexplained);
  EXPECT_NEAR(steps.shown[1].to, 6, 0.01);
  ASSERT_EQ(steps.no_loss.size(), 1u);
  EXPECT_EQ(steps.no_loss[0]->id, "clock");
}

// The second of two bars begins where the first ends, whatever lies between them in the gap.
TEST(GapSteps, MeetAndLeaveWhatIsSmallToTheEnd) {
  models::Gap gap = six();
  gap.factors[1].factor = 1.004;
  gap.total = 6.024;
  const GapSteps steps = gap_steps(gap);
  EXPECT_DOUBLE_EQ(steps.shown[1].from, steps.shown[0].to);
  EXPECT_DOUBLE_EQ(steps.shown[1].to, 6);
  EXPECT_DOUBLE_EQ(steps.rest, 1.004);
}

TEST(GapSteps, FlagWhatTakesLessThanNothing) {
  models::Gap gap = six();
  gap.factors[1].factor = 0.9;
  EXPECT_EQ(gap_steps(gap).shown[1].kind, StepKind::flagged);
}

TEST(FactorTicks, AreRoundAndApart) {
  EXPECT_THAT(factor_ticks(1, 10, 0.1), ElementsAre(1, 2, 5, 10));
  EXPECT_THAT(factor_ticks(1, 2.4, 0.4), ElementsAre(1, 2));
  EXPECT_THAT(factor_ticks(1, 1000, 0.3), ElementsAre(1, 10, 100, 1000));
}

TEST(FactorTicks, OfASmallGapAreEvenSteps) {
  const std::vector<double> ticks = factor_ticks(0.97, 1.11, 0.25);
  EXPECT_THAT(ticks, ElementsAre(DoubleNear(1, 1e-9), DoubleNear(1.05, 1e-9), DoubleNear(1.1, 1e-9)));
  EXPECT_THAT(factor_tick_texts(ticks), ElementsAre("1.00×", "1.05×", "1.10×"));
  EXPECT_THAT(factor_tick_texts({1, 1.5, 10}), ElementsAre("1×", "1.5×", "10×"));
}

TEST(GapWords, SayHowManyTimesTheRoofAndWhichFactorsMakeIt) {
  models::Gap gap = six();  // 2 unexplained, 3 of bank conflicts
  EXPECT_EQ(gap_sentence(gap),
            "6.00× the time at the DRAM roof = 3.00\u00A0(bank conflicts) × 2.00\u00A0(unexplained).");
  gap.compulsory = false;
  gap.factors.clear();
  EXPECT_EQ(gap_sentence(gap), "6.00× the time at the DRAM roof of its measured work.");
}

TEST(GapWords, GatherWhatHasASmallPart) {
  models::Gap gap = six();
  gap.total = 6 * 1.012;
  gap.factors.push_back(unclassified(1.012));
  EXPECT_EQ(gap_parts(gap), "3.00\u00A0(bank conflicts) × 2.00\u00A0(unexplained) × 1.01\u00A0(all else)");
}

// The product of the numbers that are read is the total.
TEST(GapWords, AreFactorsOfTheTotal) {
  const Sample sample(fixtures::twelve_kernels());
  int checked = 0;
  for (const models::AnalysedKernel& kernel : sample.machine().kernels) {
    if (!kernel.explanation.gap) continue;
    double product = 1;
    std::string parts = gap_parts(*kernel.explanation.gap);
    for (std::size_t at = 0; !parts.empty() && at != std::string::npos; at = parts.find(" × ", at + 1)) {
      if (at > 0) at += std::string_view(" × ").size();
      if (parts.compare(at, 8, "at most ") == 0) at += 8;
      product *= std::stod(parts.substr(at));
      ++checked;
    }
    if (parts.empty()) continue;
    EXPECT_NEAR(product / kernel.explanation.gap->total, 1, 0.02) << parts;
  }
  EXPECT_GT(checked, 10);
}

TEST(GapWords, SayAtMostWhereAResourceWasNotCounted) {
  models::Gap gap = six();
  gap.factors.front().at_most = true;
  EXPECT_EQ(gap_sentence(gap),
            "6.00× the time at the DRAM roof = 3.00\u00A0(bank conflicts) × at most 2.00\u00A0(unexplained).");
  gap.at_most = true;
  gap.factors.clear();
  EXPECT_EQ(gap_sentence(gap), "At most 6.00× the time at the DRAM roof.");
}

TEST(GapWords, SayWhatAFactorBelowOneMeans) {
  models::Gap gap = six();
  gap.total = 6 * 0.93;
  gap.factors.push_back(unclassified(0.93));
  EXPECT_EQ(gap_sentence(gap),
            "5.58× the time at the DRAM roof = 3.00\u00A0(bank conflicts) × 2.00\u00A0(unexplained) × "
            "0.930\u00A0(unclassified excess work); below 1: less work was counted than the formula or the "
            "roof assumes.");
}

TEST(GapWords, SayThatTheOthersExplainTooMuch) {
  models::Gap gap = six();
  gap.total = 1.5;
  gap.factors.front().factor = 0.5;
  EXPECT_THAT(gap_sentence(gap), HasSubstr("; unexplained below 1: the other factors make up more time than it took."));
}

TEST(GapWords, ExplainATotalBelowOne) {
  models::Gap gap = six();
  gap.total = 0.5;
  gap.factors.clear();
  gap.factors.push_back(unclassified(0.5));
  EXPECT_EQ(gap_sentence(gap),
            "0.500× the time at the DRAM roof = 0.500\u00A0(unclassified excess work); below 1: less work was "
            "counted than the formula or the roof assumes.");
}

TEST(GapWords, DivideNoGapThatIsNone) {
  models::Gap gap = six();
  gap.total = 1.01;
  gap.factors.clear();
  gap.factors.push_back(unclassified(1.01));
  EXPECT_EQ(gap_sentence(gap), "1.01× the time at the DRAM roof.");
}

TEST(GapWords, JoinWhatIsMissingForOneReason) {
  models::Gap gap = six();
  gap.missing = {{"start-up", "start-up and drain", "unexplained", {"a.max"}, "not collected"},
                 {"divergence", "divergence", "roof", {"b.sum", "c.sum"}, "not collected"},
                 {"predication", "predication", "roof", {"c.sum", "d.sum"}, "not collected"},
                 {"launch", "launch and host gaps", "", {}, "only GPU times were recorded"}};
  EXPECT_THAT(missing_texts(gap),
              ElementsAre("start-up and drain: not collected (a.max); its part is unexplained",
                          "divergence, predication: not collected (3 counters); their parts are in the roof",
                          "launch and host gaps: only GPU times were recorded"));
}

// transpose/tiled: 437 us at the roof, 838 us measured.
TEST(GapChart, HasBarsThatAddUpToTheMeasuredTime) {
  const Scene scene = drawn(fixtures::twelve_kernels(), {.kernel = "transpose/tiled"});
  const DrawnAxis times = DrawnAxis::below(scene, scene.plots.at(0));
  const Rgb ends = kLightPalette.text;
  double product = 1;
  double whole = 0;
  std::size_t steps = 0;
  for (const Plate& plate : all<Plate>(scene)) {
    if (!scene.plots[0].contains({plate.rect.x, plate.rect.y})) continue;
    const double factor = times.value(plate.rect.right()) / times.value(plate.rect.x);
    if (plate.paint.colour == ends) {
      whole = std::max(whole, factor);
    } else {
      product *= factor;
      ++steps;
    }
  }
  EXPECT_GE(steps, 2u);
  EXPECT_NEAR(whole, 838.0 / 437, 0.01);
  EXPECT_NEAR(product, whole, 0.02);
}

TEST(GapChart, SaysTheNumbersOfTheModel) {
  const std::string words = words_of(drawn(fixtures::twelve_kernels(), {.kernel = "transpose/tiled"}));
  EXPECT_THAT(words, HasSubstr("Gap to the roof · transpose/tiled · NVIDIA H200"));
  EXPECT_THAT(words, HasSubstr("Shortest, DRAM roof\n437 µs\n"));
  EXPECT_THAT(words, HasSubstr("Measured\n838 µs\n"));
  EXPECT_THAT(words, HasSubstr("Unknown: start-up and drain: not collected (sm__cycles_elapsed.max)"));
}

TEST(GapChart, SaysTheBoundsOfEveryFactor) {
  const Sample sample(fixtures::twelve_kernels());
  for (const models::AnalysedKernel& kernel : sample.machine().kernels) {
    const std::string words =
        words_of(build_scene(sample.document(), {.chart = Chart::gap, .kernel = "^" + kernel.observation->name + "$"}));
    const auto gap = models::explain_gap(kernel);
    ASSERT_TRUE(gap);
    for (const models::GapFactor& factor : gap->factors) {
      if (std::abs(std::log(factor.factor)) < 0.005) continue;
      const std::string most = factor.at_most ? "≤ " : "";
      const auto gain = [&](double value) { return value < 1 ? std::string(kMissing) : most + format_factor(value); };
      EXPECT_THAT(words, HasSubstr(std::string(factor.label) + (factor.factor < 1 ? ", below 1\n" : "\n") +
                                   format_factor(factor.factor) + "\n" + gain(factor.removed_first) + "\n" +
                                   gain(factor.removed_last)))
          << kernel.observation->name;
    }
  }
}

TEST(GapChart, MarksUpperBoundsAndWhatIsBusiestThen) {
  models::Gap gap = six();
  models::GapFactor& conflicts = gap.factors[2];
  conflicts.at_most = true;
  conflicts.removed_first = 1.5;
  conflicts.then_busiest = "L2";
  conflicts.at_best = 4;
  const Sample sample(fixtures::one_kernel());
  const Document document = sample.document();
  Scene scene;
  scene.width = 1200;
  const Content content;
  const Frame frame{.scene = scene,
                    .colours = kLightPalette,
                    .sizes = sizes_for(1200, 760, 1),
                    .document = document,
                    .analysis = sample.machine(),
                    .content = content};
  draw_gap_bars(frame, {0, 0, 1200, 500}, gap, gap_steps(gap));
  EXPECT_THAT(words_of(scene), HasSubstr("bank conflicts\n3.00×\n≤ 1.50×\n≤ 3.00×\n4.00×\nL2\n"));
  EXPECT_THAT(words_of(scene), HasSubstr("unexplained\n2.00×\n2.00×\n2.00×\nMeasured\n60.0 µs\n"));
}

TEST(GapChart, ShowsTheKernelThatLosesMostTimeUnlessOneIsNamed) {
  // sgemm/naive has most of the time, and most of it above its roof.
  const Scene most = drawn(fixtures::twelve_kernels());
  EXPECT_THAT(most.title, HasSubstr("sgemm/naive"));
  EXPECT_THAT(words_of(most), HasSubstr("Of 12 kernels the one that loses most time to its roof"));
  const Scene transposes = drawn(fixtures::twelve_kernels(), {.kernel = "^transpose/.*d$"});
  EXPECT_THAT(transposes.title, HasSubstr("transpose/tiled"));
  EXPECT_THAT(words_of(transposes), HasSubstr("Of 2 kernels that match `^transpose/.*d$` the one"));
}

TEST(GapChart, FlagsWhatTakesLessThanNothing) {
  // The formula says that the task needs twice the bytes that were counted.
  models::Recording recording = fixtures::one_kernel();
  models::Traffic& compulsory = recording.observations[0].work->compulsory;
  compulsory = {compulsory.read * 2, compulsory.written * 2};
  const Scene scene = drawn(recording);
  EXPECT_THAT(words_of(scene), HasSubstr(", below 1\n"));
  const auto plates = all<Plate>(scene);
  EXPECT_TRUE(std::any_of(plates.begin(), plates.end(),
                          [](const Plate& plate) { return plate.paint.colour == kLightPalette.warning.ink; }));
}

TEST(GapChart, SaysWhyThereIsNone) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].durations.clear();
  const Sample sample(std::move(recording));
  const auto trouble = chart_trouble(sample.document(), {.chart = Chart::gap});
  ASSERT_TRUE(trouble);
  EXPECT_STREQ(trouble->what(), "no kernel of this session has a gap that can be explained");
  EXPECT_STREQ(chart_trouble(sample.document(), {.chart = Chart::gap, .kernel = "sgemm"})->what(),
               "no kernel's name matches `sgemm`");
  EXPECT_THAT(words_of(build_scene(sample.document(), {.chart = Chart::gap})),
              HasSubstr("No kernel of this session has a gap"));
}

TEST(GapChart, KeepsTheDeviceInATitleWithALongName) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = std::string(4000, 'k');
  const std::string title = drawn(recording, {.width = 640, .height = 480}).title;
  EXPECT_THAT(title, HasSubstr("kkk…kkk"));
  EXPECT_THAT(title, ::testing::EndsWith(" · NVIDIA H200"));
}

TEST(GapChart, NeverShowsAKernelThatFailedVerification) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].verification.status = models::VerificationStatus::mismatch;
  const Sample sample(std::move(recording));
  EXPECT_THAT(chart_trouble(sample.document(), {.chart = Chart::gap})->what(),
              HasSubstr("1 kernel failed verification"));
}

}  // namespace
}  // namespace rooflens::reports::chart
