#include "profiler/actions/ceilings/ceiling_readings.hpp"

#include <gtest/gtest.h>

#include "profiler/actions/command_error.hpp"

namespace rooflens::actions {
namespace {

using kernels::ceiling::Reading;
using kernels::ceiling::Timing;

// Launches of a second at 1 GHz.
Reading reading(const char* probe, const std::vector<double>& rates) {
  Reading result{probe, 3, "a point", {}, {}};
  for (const double rate : rates) {
    result.samples.push_back({.work = rate, .time = models::Seconds(1), .clock = models::megahertz(1000)});
  }
  return result;
}

std::vector<models::MeasuredRoof> combined(const std::vector<std::vector<Reading>>& processes) {
  return combine(processes);
}

TEST(CeilingReadings, TravelBetweenProcesses) {
  const kernels::ceiling::Survey survey{{reading("fp32", {1.0 / 3, 2})}, {{"tensor-fp8", "none"}}, {}};
  const auto read = decode_survey(encode_survey(survey));
  ASSERT_EQ(read.best.size(), 1u);
  EXPECT_EQ(read.best[0].probe, "fp32");
  EXPECT_EQ(read.best[0].point, 3u);
  EXPECT_EQ(read.best[0].text, "a point");
  EXPECT_EQ(read.best[0].samples[0].work, 1.0 / 3);
  EXPECT_EQ(read.best[0].samples[1].clock, models::megahertz(1000));
  EXPECT_EQ(read.refused[0].reason, "none");
  for (const char* text : {"", "{}", R"({"readings": [{}], "refused": []})"}) {
    EXPECT_THROW((void)decode_survey(text), CommandError) << text;
  }
}

TEST(CeilingReadings, ASweepTravelsWithWhatItsPointsHaveInFlight) {
  kernels::ceiling::Survey survey;
  survey.sweep = {reading("latency-roof", {90, 100, 300})};
  survey.sweep[0].in_flight = kernels::ceiling::InFlight{1536, 4, 16};
  const auto points = latency_points(decode_survey(encode_survey(survey)).sweep);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].threads_per_sm, 1536);
  EXPECT_FALSE(points[0].copies);
  EXPECT_EQ(points[0].loads, 4);
  EXPECT_EQ(points[0].width_bytes, 16);
  EXPECT_DOUBLE_EQ(points[0].rate.value(), 100);
}

TEST(CeilingReadings, WhereBlocksComeAndGoThreadsAreThoseMeasured) {
  kernels::ceiling::Survey survey;
  survey.sweep = {reading("latency-roof", {90, 100, 300})};
  survey.sweep[0].in_flight = kernels::ceiling::InFlight{2048, 1, 16, true};
  survey.sweep[0].samples[0].threads_per_sm = 1600.5;
  survey.sweep[0].samples[1].threads_per_sm = 1601;
  survey.sweep[0].samples[2].threads_per_sm = 1400;
  const auto points = latency_points(decode_survey(encode_survey(survey)).sweep);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].threads_per_sm, 1600.5);
  EXPECT_TRUE(points[0].copies);
}

TEST(CeilingReadings, ChoicesReadBack) {
  const std::vector<Reading> best{reading("fp32", {1}), reading("dram-read", {1})};
  EXPECT_EQ(choices_text(best), "fp32=3,dram-read=3");
  const auto choices = parse_choices("fp32=3,dram-read=14");
  ASSERT_EQ(choices.size(), 2u);
  EXPECT_EQ(choices[1].probe, "dram-read");
  EXPECT_EQ(choices[1].point, 14u);
  for (const char* text : {"fp32", "fp32=", "fp32=x", "fp32=-1", "nothing=1", "fp32=1;l1=2"}) {
    EXPECT_THROW((void)parse_choices(text), CommandError) << text;
  }
}

TEST(CeilingReadings, TheRoofIsTheMedianOfTheProcesses) {
  const auto roofs = combined(
      {{reading("fp32", {100, 100, 100})}, {reading("fp32", {104, 104, 90})}, {reading("fp32", {98, 98, 98})}});
  ASSERT_EQ(roofs.size(), 1u);
  EXPECT_DOUBLE_EQ(roofs[0].value, 100);
  EXPECT_DOUBLE_EQ(roofs[0].spread, 0.03);  // 98 to 104
  EXPECT_EQ(roofs[0].processes, 3);
  EXPECT_EQ(roofs[0].repetitions, 3);
  EXPECT_EQ(roofs[0].clock, models::megahertz(1000));
}

TEST(CeilingReadings, TheSpreadWithinAProcessCountsIfItIsLarger) {
  const std::vector<double> wide{90, 95, 100, 105, 110};  // quartiles 95 and 105
  EXPECT_DOUBLE_EQ(combined({{reading("fp32", wide)}, {reading("fp32", wide)}})[0].spread, 0.05);
}

TEST(CeilingReadings, AProcessThatMeasuredNothingGivesNoRoof) {
  EXPECT_TRUE(combined({{reading("fp32", {})}}).empty());
  EXPECT_TRUE(combined({}).empty());
}

}  // namespace
}  // namespace rooflens::actions
