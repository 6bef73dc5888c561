#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

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
  const json& kernel = root["gpus"][0]["kernels"][place_in_json(fixtures::twelve_kernels(), 0)];
  EXPECT_EQ(kernel["time"]["median_s"], sample.machine().kernels[0].time->median.value());
  EXPECT_EQ(kernel["bound_by"], "dram");
  EXPECT_EQ(root["provenance"]["kind"], "simulated");
}

TEST(Json, LeavesOutWhatIsNotKnown) {
  const json root = rendered(fixtures::troubled_kernels());
  EXPECT_FALSE(has_null(root));
  const json& untimed = root["gpus"][0]["kernels"][place_in_json(fixtures::troubled_kernels(), 3)];
  EXPECT_FALSE(untimed.contains("time"));
  EXPECT_FALSE(untimed.contains("flop_per_s"));
}

TEST(Json, CarriesRefusalsAndFailure) {
  const json root = rendered(fixtures::troubled_kernels());
  const json& kernels = root["gpus"][0]["kernels"];
  EXPECT_EQ(kernels[place_in_json(fixtures::troubled_kernels(), 0)]["verification"]["status"], "mismatch");
  const json& refused = kernels[place_in_json(fixtures::troubled_kernels(), 1)];
  EXPECT_EQ(refused["refused"][0]["counter"], "dram__bytes.sum");
  EXPECT_EQ(refused["points"][0]["source"], "formula");
}

TEST(Json, GivesCountsAsWholeNumbers) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].counters.set("dram__bytes.sum", {0.1342 * 1e9, 1, 0.1342 * 1e9, 0.1342 * 1e9});
  recording.observations[0].counters.set("smsp__inst_executed.sum", {2.5, 2, 2, 3});
  recording.observations[0].counters.set("lts__t_sector_hit_rate.pct", {50, 1, 50, 50});
  const json counters = rendered(std::move(recording))["gpus"][0]["kernels"][0]["counters"];
  EXPECT_EQ(counters["dram__bytes.sum"]["value"].dump(), "134200000");
  EXPECT_EQ(counters["smsp__inst_executed.sum"]["value"].dump(), "2.5") << "a mean of 2 and 3";
  EXPECT_EQ(counters["smsp__inst_executed.sum"]["maximum"].dump(), "3");
  EXPECT_EQ(counters["lts__t_sector_hit_rate.pct"]["value"].dump(), "50.0");
}

// Wherever they stand: 134200000.00000001 and 134200000.0 are no counts.
void expect_whole(const json& value, const std::string& key) {
  static const std::regex kCounts("amount|samples|launches|sm_count|.*(_bytes|sectors|wavefronts|_flop|_ops)");
  if (value.is_structured()) {
    for (const auto& [name, part] : value.items()) {
      if (name != "counted_over_formula") expect_whole(part, value.is_object() ? name : key);
    }
  } else if (value.is_number_float() && std::regex_match(key, kCounts)) {
    EXPECT_NE(value.get<double>(), std::round(value.get<double>())) << key << " " << value;
  }
}

TEST(Json, HasNoCountWithAPoint) {
  expect_whole(rendered(fixtures::twelve_kernels()), "");
  expect_whole(rendered(fixtures::profiled_application()), "");
}

TEST(Json, EscapesInvalidUtf8) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "bad\xFF\n\"name\"";
  recording.observations[0].verification.detail = "\x80";
  const json root = rendered(std::move(recording));
  EXPECT_EQ(root["gpus"][0]["kernels"][0]["name"], "bad\\xFF\uFFFD\"name\"");
}

// Additions alone: half of the FP32 roof of the run, by its mix.
TEST(Json, HasTheRoofsOfAKernelsOwnMix) {
  const Sample sample(fixtures::one_kernel());
  const json kernel = json::parse(render_json(sample.document()))["gpus"][0]["kernels"][0];
  const json& mix = kernel["own_roofs"][0];
  EXPECT_EQ(mix["kind"], "fma_mix");
  EXPECT_EQ(mix["share"], 0);
  EXPECT_DOUBLE_EQ(mix["flop_per_s"],
                   sample.machine().machine->ceilings.best(models::Precision::fp32)->rate.value() / 2);
}

// 100 wavefronts for one load: a histogram in shared memory.
TEST(Json, SaysWhichMetricsCountSomethingElse) {
  models::Recording recording = fixtures::one_kernel();
  for (const auto& [name, value] : {std::pair{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", 100.0},
                                    std::pair{"smsp__sass_inst_executed_op_shared_ld.sum", 1.0},
                                    std::pair{"smsp__sass_inst_executed_op_shared_st.sum", 0.0}}) {
    recording.observations[0].counters.set(name, {.value = value, .samples = 1, .min = value, .max = value});
  }
  const json kernel = rendered(recording)["gpus"][0]["kernels"][0];
  EXPECT_FALSE(kernel["metrics"].contains("shared_wavefronts_per_access"));
  EXPECT_EQ(kernel["metrics_left_out"][0]["metric"], "shared_wavefronts_per_access");
  EXPECT_FALSE(kernel.contains("bank_conflict_degree"));
  EXPECT_FALSE(rendered(fixtures::one_kernel())["gpus"][0]["kernels"][0].contains("metrics_left_out"));
}

TEST(Json, MarksTheRoofsThatFractionsReferTo) {
  const json root = rendered(fixtures::one_kernel());
  int judged = 0;
  for (const json& roof : root["gpus"][0]["ceilings"]["memory"]) {
    if (roof["level"] == "l1" && roof["judged_by"]) ++judged;
  }
  EXPECT_EQ(judged, 1);
}

TEST(Json, TheFactorsOfTheGapMultiplyToIt) {
  const json root = rendered(fixtures::twelve_kernels());
  for (const json& kernel : root["gpus"][0]["kernels"]) {
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
  const json& missing = root["gpus"][0]["kernels"][place_in_json(fixtures::twelve_kernels(), 0)]["gap"]["missing"];
  const auto start_up =
      std::find_if(missing.begin(), missing.end(), [](const json& m) { return m["id"] == "start-up"; });
  ASSERT_NE(start_up, missing.end());
  EXPECT_EQ((*start_up)["merged_into"], "unexplained");
  EXPECT_EQ((*start_up)["counters"], json::array({"sm__cycles_elapsed.max"}));
}

TEST(Json, AdviceHasAnIntervalAndSaysWhatItRestsOn) {
  const json root = rendered(fixtures::twelve_kernels());
  const json& tiled = root["gpus"][0]["kernels"][place_in_json(fixtures::twelve_kernels(), 4)];
  ASSERT_EQ(tiled["name"], "transpose/tiled");
  ASSERT_FALSE(tiled["advice"].empty());
  for (const json& advice : tiled["advice"]) {
    EXPECT_GE(advice["gain"]["low"], 1.0);
    EXPECT_GE(advice["gain"]["high"], advice["gain"]["low"]);
    for (const char* key : {"cause", "evidence", "change", "assumes"}) EXPECT_TRUE(advice.contains(key)) << key;
  }
  EXPECT_EQ(tiled["advice"][0]["id"], "bank-conflicts");
}

TEST(Json, TheInstructionRooflineIsThereWhereInstructionsWereCounted) {
  const json kernels = rendered(fixtures::troubled_kernels())["gpus"][0]["kernels"];
  const auto counted = place_in_json(fixtures::troubled_kernels(), 0);
  const auto refused = place_in_json(fixtures::troubled_kernels(), 1);
  EXPECT_TRUE(kernels[counted]["instruction_roofline"].contains("issued_per_s"));
  EXPECT_FALSE(kernels[refused].contains("instruction_roofline"));
}

TEST(Json, TheLatencyRoofIsThatOfTheMachineAndOfKernelsWhoseLoadsAreKnown) {
  models::Recording recording = fixtures::one_kernel();
  EXPECT_FALSE(rendered(recording)["gpus"][0]["ceilings"].contains("latency_roof"));
  // So much latency that 12 bytes a thread draw next to nothing, and no loads are enough.
  recording.machines[0].ceilings.latency = models::LatencyRoof{{models::Seconds(1), 2, models::ByteRate(4e12)},
                                                               {14, 0.01, 0.03},
                                                               {16, 0.02, 0.05},
                                                               models::Seconds(1e-7),
                                                               models::Seconds(5e-14)};
  recording.observations[0].work->in_flight_per_thread = models::Bytes(12);
  const json machine = rendered(recording)["gpus"][0];
  const json& roof = machine["ceilings"]["latency_roof"];
  EXPECT_EQ(roof["latency_s"], 1);
  EXPECT_EQ(roof["p"], 2);
  EXPECT_EQ(roof["maximum_bytes_per_s"], 4e12);
  EXPECT_EQ(roof["thread_start_cost_s"], 1e-7);
  EXPECT_EQ(roof["write_penalty_s_per_byte"], 5e-14);
  EXPECT_EQ(roof["fitted"]["points"], 14);
  EXPECT_EQ(roof["held_out"]["median_error"], 0.02);
  const json& kernel = machine["kernels"][0];
  EXPECT_EQ(kernel["latency_roof"]["in_flight_bytes_per_thread"], 12);
  EXPECT_GT(kernel["latency_roof"]["fraction_of_roof"], 1000);
  EXPECT_LT(kernel["latency_roof"]["maximum_bytes_per_s"], 4e12) << "it also writes";
  EXPECT_FALSE(kernel["latency_roof"].contains("prescription"));
  // With a microsecond there are.
  recording.machines[0].ceilings.latency->knee.latency = models::Seconds(1e-6);
  EXPECT_TRUE(rendered(recording)["gpus"][0]["kernels"][0]["latency_roof"]["prescription"].contains("loads"));
}

}  // namespace
}  // namespace rooflens::reports
