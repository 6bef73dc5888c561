// The best of a design space, by a prober whose points reach what the test says.
#include "kernels/ceiling/survey.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace rooflens::kernels::ceiling {
namespace {

using ::testing::ElementsAre;

// Values of a point, one a launch, over and over. A launch lasts a second, or does one thing.
class ListedProber final : public Prober {
 public:
  std::map<std::string, std::vector<std::vector<double>>> values;
  std::vector<std::string> asked;
  std::vector<InFlight> in_flight;

  [[nodiscard]] DesignSpace design_space(std::string_view probe) override {
    DesignSpace space;
    for (std::size_t i = 0; i < values[std::string(probe)].size(); ++i) space.points.push_back("p" + std::to_string(i));
    if (space.points.empty()) space.refusal = "none here";
    if (probe == "latency-roof") space.in_flight = in_flight;
    return space;
  }
  [[nodiscard]] Timing measure(std::string_view probe, std::size_t point) override {
    asked.push_back(std::string(probe) + " " + std::to_string(point));
    const std::vector<double>& list = values.at(std::string(probe)).at(point);
    const double value = list[calls_++ % list.size()];
    if (probe == "empty-kernel") return {.work = 2, .time = models::Seconds(2 * value), .clock = {}};
    return {.work = value, .time = models::Seconds(1), .clock = models::Hertz(value * 10)};
  }
  [[nodiscard]] bool settle(std::string_view probe, std::size_t point) override {
    asked.push_back("settle " + std::string(probe) + " " + std::to_string(point));
    return probe == "tensor-fp8";
  }
  [[nodiscard]] std::optional<Execution> execution(std::string_view, std::size_t) override { return std::nullopt; }

 private:
  std::size_t calls_ = 0;
};

Survey surveyed(ListedProber& prober, const std::vector<std::string>& probes, int repetitions = 3) {
  return survey(prober, probes, repetitions, [](std::string_view) {});
}

TEST(Survey, KeepsTheFastestPointOfEachProbe) {
  ListedProber prober;
  prober.values = {{"fp32", {{5}, {7}, {6}}}, {"l1", {{2}, {1}}}};
  const Survey result = surveyed(prober, {"fp32", "l1"});
  ASSERT_EQ(result.best.size(), 2u);
  EXPECT_EQ(result.best[0].point, 1u);
  EXPECT_EQ(result.best[0].text, "p1");
  EXPECT_EQ(result.best[0].samples.size(), 3u);
  EXPECT_EQ(result.best[1].point, 0u);
}

TEST(Survey, OneLuckyLaunchDoesNotWin) {
  ListedProber prober;
  prober.values = {{"fp32", {{5, 5, 5}, {4, 9, 4}}}};
  EXPECT_EQ(surveyed(prober, {"fp32"}).best[0].point, 0u);
}

TEST(Survey, OfTimesTheShortestIsBest) {
  ListedProber prober;
  prober.values = {{"empty-kernel", {{5e-6}, {3e-6}}}};
  const Survey result = surveyed(prober, {"empty-kernel"});
  EXPECT_EQ(result.best[0].point, 1u);
  EXPECT_DOUBLE_EQ(median_value(result.best[0]), 3e-6);
  EXPECT_DOUBLE_EQ(median_clock(result.best[0]).value(), 0) << "not known";
}

TEST(Survey, SaysWhatDoesNotRunHere) {
  ListedProber prober;
  prober.values = {{"fp32", {{5}}}};
  const Survey result = surveyed(prober, {"tensor-fp8", "fp32"});
  ASSERT_EQ(result.refused.size(), 1u);
  EXPECT_EQ(result.refused[0].probe, "tensor-fp8");
  EXPECT_EQ(result.refused[0].reason, "none here");
  EXPECT_EQ(result.best.size(), 1u);
}

TEST(Survey, MeasuresChosenPointsAgainAndNoOthers) {
  ListedProber prober;
  prober.values = {{"fp32", {{5}, {7}}}, {"l1", {{2}}}};
  const std::vector<Choice> choices{{"l1", 0}, {"fp32", 1}};
  const auto readings = measure_again(prober, choices, 2, [](std::string_view) {});
  EXPECT_THAT(prober.asked, ElementsAre("settle l1 0", "l1 0", "l1 0", "settle fp32 1", "fp32 1", "fp32 1"));
  EXPECT_DOUBLE_EQ(median_value(readings[1]), 7);
  EXPECT_DOUBLE_EQ(median_clock(readings[1]).value(), 70);
  const std::vector<Choice> wrong{{"l1", 1}};
  EXPECT_THROW((void)measure_again(prober, wrong, 2, [](std::string_view) {}), std::out_of_range);
}

TEST(Survey, MeasuresMoreOftenWhereTheClockMoves) {
  ListedProber prober;
  prober.values = {{"tensor-fp8", {{5}}}};
  const std::vector<Choice> choices{{"tensor-fp8", 0}};
  const auto readings = measure_again(prober, choices, 2, [](std::string_view) {});
  EXPECT_EQ(readings.at(0).samples.size(), 12u);
}

TEST(Survey, OfASweepEveryPointIsKeptWithWhatItHasInFlight) {
  ListedProber prober;
  prober.values = {{"latency-roof", {{5}, {3}}}};
  prober.in_flight = {{128, 1, 4}, {2048, 8, 16}};
  Survey result;
  add_latency_sweep(result, prober, 2, [](std::string_view) {});
  ASSERT_EQ(result.sweep.size(), 2u);
  EXPECT_TRUE(result.best.empty());
  EXPECT_DOUBLE_EQ(median_value(result.sweep[1]), 3);
  EXPECT_EQ(result.sweep[1].samples.size(), 2u);
  EXPECT_EQ(result.sweep[1].in_flight->threads_per_sm, 2048);
  EXPECT_EQ(result.sweep[1].in_flight->loads, 8);
  EXPECT_EQ(result.sweep[1].in_flight->width_bytes, 16);
  EXPECT_FALSE(median_threads(result.sweep[1])) << "the prober does not say";
  ListedProber without;
  add_latency_sweep(result, without, 2, [](std::string_view) {});
  ASSERT_EQ(result.refused.size(), 1u);
  EXPECT_EQ(result.refused[0].reason, "none here");
}

}  // namespace
}  // namespace rooflens::kernels::ceiling
