#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;

json rendered(models::Recording recording) {
  const Sample sample(std::move(recording));
  return json::parse(render_json(sample.document()));
}

bool has_null(const json& value) {
  if (value.is_null()) return true;
  return value.is_structured() && std::any_of(value.begin(), value.end(), has_null);
}

TEST(Json, HoldsTheAnalysisInBaseUnits) {
  const Sample sample(fixtures::twelve_kernels());
  const json root = json::parse(render_json(sample.document()));
  const json& kernel = root["machines"][0]["kernels"][0];
  EXPECT_EQ(kernel["time"]["median_s"], sample.machine().kernels[0].time->median.value());
  EXPECT_EQ(kernel["bound_by"], "dram");
  EXPECT_EQ(root["provenance"]["kind"], "simulated");
}

TEST(Json, LeavesOutWhatIsNotKnown) {
  const json root = rendered(fixtures::troubled_kernels());
  EXPECT_FALSE(has_null(root));
  const json& untimed = root["machines"][0]["kernels"][3];
  EXPECT_FALSE(untimed.contains("time"));
  EXPECT_FALSE(untimed.contains("flop_per_s"));
}

TEST(Json, CarriesRefusalsAndFailure) {
  const json root = rendered(fixtures::troubled_kernels());
  const json& kernels = root["machines"][0]["kernels"];
  EXPECT_EQ(kernels[0]["verification"]["status"], "mismatch");
  EXPECT_EQ(kernels[1]["refused"][0]["counter"], "dram__bytes.sum");
  EXPECT_EQ(kernels[1]["points"][0]["source"], "analytic");
}

TEST(Json, ReplacesInvalidUtf8) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "bad\xFF\n\"name\"";
  recording.observations[0].verification.detail = "\x80";
  const json root = rendered(std::move(recording));
  EXPECT_EQ(root["machines"][0]["kernels"][0]["name"], "bad\uFFFD\uFFFD\"name\"");
}

TEST(Json, MarksTheRoofsThatFractionsReferTo) {
  const json root = rendered(fixtures::one_kernel());
  int judged = 0;
  for (const json& roof : root["machines"][0]["ceilings"]["memory"]) {
    if (roof["level"] == "l1" && roof["judged_by"]) ++judged;
  }
  EXPECT_EQ(judged, 1);
}

TEST(Json, TheFactorsOfTheGapMultiplyToIt) {
  const json root = rendered(fixtures::twelve_kernels());
  for (const json& kernel : root["machines"][0]["kernels"]) {
    ASSERT_TRUE(kernel.contains("gap")) << kernel["name"];
    const json& gap = kernel["gap"];
    double product = 1;
    for (const json& factor : gap["factors"]) {
      product *= factor["factor"].get<double>();
      EXPECT_FALSE(factor["from"].empty());
    }
    EXPECT_NEAR(product / gap["total"].get<double>(), 1, 1e-12);
    EXPECT_NEAR(gap["measured_s"].get<double>() / gap["roof_s"].get<double>(), gap["total"].get<double>(), 1e-9);
  }
}

TEST(Json, MissingFactorsNameTheirCountersAndWhereTheirPartIs) {
  const json root = rendered(fixtures::twelve_kernels());
  const json& missing = root["machines"][0]["kernels"][0]["gap"]["missing"];
  const auto start_up =
      std::find_if(missing.begin(), missing.end(), [](const json& m) { return m["id"] == "start-up"; });
  ASSERT_NE(start_up, missing.end());
  EXPECT_EQ((*start_up)["merged_into"], "latency");
  EXPECT_EQ((*start_up)["counters"], json::array({"sm__cycles_elapsed.max"}));
}

TEST(Json, AdviceHasAnIntervalAndSaysWhatItRestsOn) {
  const json root = rendered(fixtures::twelve_kernels());
  const json& tiled = root["machines"][0]["kernels"][4];
  ASSERT_EQ(tiled["name"], "transpose/tiled");
  ASSERT_FALSE(tiled["advice"].empty());
  for (const json& advice : tiled["advice"]) {
    EXPECT_GE(advice["gain"]["low"], 1.0);
    EXPECT_GE(advice["gain"]["high"], advice["gain"]["low"]);
    for (const char* key : {"cause", "evidence", "change", "rests_on"}) EXPECT_TRUE(advice.contains(key)) << key;
  }
  EXPECT_EQ(tiled["advice"][0]["id"], "bank-conflicts");
}

TEST(Json, TheInstructionRooflineIsThereWhereInstructionsWereCounted) {
  const json kernels = rendered(fixtures::troubled_kernels())["machines"][0]["kernels"];
  EXPECT_TRUE(kernels[0]["instruction_roofline"].contains("issued_per_s"));
  EXPECT_FALSE(kernels[1].contains("instruction_roofline"));
}

}  // namespace
}  // namespace rooflens::reports
