// The picture of the latency roof: a curve with a soft knee, the kernel under it, and the loads that it is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/gap/latency_standing.hpp"
#include "reports/words/latency_words.hpp"
#include "tests/reports/drawn.hpp"

namespace rooflens::reports::chart {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kSequential = 7;  // reduction/sequential: 8 B in flight a thread

Scene drawn(const Sample& sample, const std::string& kernel = "reduction/sequential") {
  return build_scene(sample.document(), {.chart = Chart::latency, .kernel = kernel});
}

struct LatencyChart : ::testing::Test {
  LatencyChart()
      : scene(drawn(sample)),
        in_flight(DrawnAxis::below(scene, scene.plots.at(0))),
        rate(DrawnAxis::beside(scene, scene.plots.at(0))) {}
  [[nodiscard]] Polyline curve() const {
    for (const Polyline& line : all<Polyline>(scene)) {
      if (line.role == LineRole::roof && line.points.size() > 2) return line;
    }
    throw std::runtime_error("no curve");
  }
  Sample sample{fixtures::measured_roofs()};
  Scene scene;
  DrawnAxis in_flight;  // kB an SM
  DrawnAxis rate;       // TB/s
};

// 4.6 TB/s over 750 ns are 3.45 MB in flight, 26.1 kB an SM: there the soft knee of p = 2 is at 1 / sqrt(2).
TEST_F(LatencyChart, BendsWhereLittlesLawMeetsTheMaximum) {
  const double corner = 4.6e12 * 750e-9 / 132 / 1e3;
  double nearest = INFINITY;
  double height = 0;
  for (const Point& point : curve().points) {
    const double away = std::abs(std::log(in_flight.value(point.x) / corner));
    if (away < nearest) nearest = away, height = rate.value(point.y);
  }
  EXPECT_NEAR(height, 4.6 / std::numbers::sqrt2, 0.06);
  EXPECT_GT(rate.value(curve().points.back().y), 4.0);
}

TEST_F(LatencyChart, PutsTheKernelWhereItIs) {
  const auto at = models::latency_standing(sample.machine().kernels[kSequential]);
  ASSERT_TRUE(at);
  const double per_sm = 8 * at->resident_threads / 132 / 1e3;
  for (const Marker& m : all<Marker>(scene)) {
    if (!m.kernel || !m.primary) continue;
    EXPECT_NEAR(in_flight.value(m.at.x) / per_sm, 1, 1e-3);
    EXPECT_NEAR(rate.value(m.at.y) * 1e12 / (at->share * at->roof.value()), 1, 1e-3);
    return;
  }
  FAIL() << "no marker of the kernel";
}

TEST_F(LatencyChart, PutsThePrescriptionOnTheCurve) {
  const auto at = models::latency_standing(sample.machine().kernels[kSequential]);
  ASSERT_TRUE(at && at->loads);
  const double per_sm = at->loads->in_flight().value() * at->resident_threads / 132 / 1e3;
  const auto markers = all<Marker>(scene);
  EXPECT_TRUE(std::any_of(markers.begin(), markers.end(), [&](const Marker& m) {
    return m.kernel && !m.fill && std::abs(in_flight.value(m.at.x) / per_sm - 1) < 1e-3 &&
           std::abs(rate.value(m.at.y) * 1e12 / at->loads->bandwidth.value() - 1) < 1e-3;
  }));
  EXPECT_THAT(words_of(scene), HasSubstr(models::loads_text(*at->loads) + ": "));
}

TEST_F(LatencyChart, SaysWhatThePageSays) {
  const std::string words = words_of(scene);
  EXPECT_THAT(words, HasSubstr("would raise the latency roof to"));
  EXPECT_THAT(words, HasSubstr("In flight per SM "));
  EXPECT_THAT(words, HasSubstr("DRAM 4.31 TB/s ± 2.0\u00A0% · measured at 1.91 GHz"));
}

TEST_F(LatencyChart, ExplainsThatStoresMakeAnotherCurveThanLoadsAlone) {
  // copy moves as many bytes to DRAM as it loads: it waits for half of them, 375 of 750 ns.
  const std::string words = words_of(drawn(sample, "copy"));
  EXPECT_THAT(words, HasSubstr("bytes in flight / 375"));
  EXPECT_THAT(words, HasSubstr("Its curve 375"));
  EXPECT_THAT(words, HasSubstr("Curve for loads only 750"));
}

TEST_F(LatencyChart, SaysTheErrorOfTheCurveAlsoWhereLinesAreShort) {
  const Scene narrow =
      build_scene(sample.document(), {.width = 900, .height = 640, .chart = Chart::latency, .kernel = "copy"});
  EXPECT_THAT(words_of(narrow), HasSubstr("median error on held-out points"));
}

TEST(LatencyWords, SayWhetherTheCurvesErrorExplainsAKernelAboveIt) {
  const Sample sample(fixtures::measured_roofs());  // off by 5 % at most
  const models::AnalysedKernel& kernel = sample.machine().kernels[kSequential];
  models::LatencyStanding at = *models::latency_standing(kernel);
  at.share = 0.99;
  EXPECT_EQ(above_latency_roof(kernel, at), "");
  at.share = 1.04;
  EXPECT_EQ(above_latency_roof(kernel, at), "; the curve is off by up to 5.0 %");
  at.share = 1.06;
  EXPECT_EQ(above_latency_roof(kernel, at), ", more than the curve's largest error of 5.0 %");
}

TEST_F(LatencyChart, ShowsTheKernelWithMostToGainUnlessOneIsNamed) {
  // Of the three only reduction/sequential has too little in flight.
  const Scene chosen = drawn(sample, "");
  EXPECT_THAT(chosen.title, HasSubstr("reduction/sequential"));
  EXPECT_THAT(words_of(chosen), HasSubstr("Of 3 kernels the one with most to gain"));
  const Scene copy = drawn(sample, "copy");
  EXPECT_THAT(copy.title, HasSubstr("copy/float4"));
  EXPECT_THAT(words_of(copy), HasSubstr("Enough is in flight"));
}

TEST(LatencyChartOfNone, SaysWhy) {
  const Sample without(fixtures::twelve_kernels());
  EXPECT_STREQ(chart_trouble(without.document(), {.chart = Chart::latency})->what(),
               "the session holds no latency roof of its GPU");
  const Sample with(fixtures::measured_roofs());
  EXPECT_STREQ(chart_trouble(with.document(), {.chart = Chart::latency, .kernel = "sgemm"})->what(),
               "no kernel whose name matches `sgemm` stands below the latency roof");
  EXPECT_FALSE(chart_trouble(with.document(), {.chart = Chart::latency}));
}

}  // namespace
}  // namespace rooflens::reports::chart
