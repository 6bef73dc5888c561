// What the page's data says of gaps, advice, instructions, groups and commands: the numbers of the models, once each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "reports/html/html_data.hpp"
#include "reports/html/html_instructions.hpp"
#include "reports/html/html_parts.hpp"
#include "reports/scenes/instruction_content.hpp"
#include "reports/words/repeat_command.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kTiled = 4;  // transpose/tiled of twelve_kernels()

json details_of(const models::Recording& recording) {
  const models::Analysis analysis = models::analyse(recording);
  return json::parse(page_details({recording, analysis}));
}
json instructions_of(const models::Recording& recording) {
  const models::Analysis analysis = models::analyse(recording);
  return json::parse(page_instructions({recording, analysis}));
}
json groups_of(const models::Recording& recording) {
  const models::Analysis analysis = models::analyse(recording);
  return json::parse(groups_json(analysis.machines[0], ProcessLabels(recording, analysis.problems)).text);
}

TEST(HtmlGap, FactorsMultiplyToTheTotal) {
  const json details = details_of(fixtures::twelve_kernels());
  for (const json& kernel : details["machines"][0]) {
    double product = 1;
    for (const json& factor : kernel["gap"]["factors"]) product *= factor[1].get<double>();
    EXPECT_NEAR(product / kernel["gap"]["total"].get<double>(), 1, 1e-3);
  }
}

TEST(HtmlGap, RunsFromTheRoofToTheTime) {
  const json details = details_of(fixtures::twelve_kernels());
  const json& gap = details["machines"][0][std::to_string(kTiled)]["gap"];
  const auto id = [&](const json& factor) { return details["gaps"]["factors"][factor[0].get<std::size_t>()][0]; };
  EXPECT_EQ(id(gap["factors"].front()), "unclassified");
  EXPECT_EQ(id(gap["factors"].back()), "imbalance");
  EXPECT_EQ(gap["roof"], "437 µs");
  EXPECT_EQ(gap["measured"], "838 µs");
  EXPECT_EQ(details["gaps"]["texts"][gap["of"].get<std::size_t>()], "DRAM");
}

TEST(HtmlGap, NamesCountersWithTheirPassOnce) {
  const json table = details_of(fixtures::twelve_kernels())["gaps"]["factors"];
  const auto divergence = [](const json& row) { return row[0] == "divergence"; };
  ASSERT_EQ(std::count_if(table.begin(), table.end(), divergence), 1);
  EXPECT_THAT(std::find_if(table.begin(), table.end(), divergence)->dump(),
              ::testing::HasSubstr("smsp__sass_thread_inst_executed.sum (pass 1)"));
}

TEST(HtmlGap, SaysWhichCounterIsMissingAndWhoHoldsItsPart) {
  const json table = details_of(fixtures::twelve_kernels())["gaps"]["missing"];
  const json start_up{"start-up and drain", "unexplained", json::array({"sm__cycles_elapsed.max"}), "not collected"};
  EXPECT_THAT(table.dump(), ::testing::HasSubstr(start_up.dump()));
}

TEST(HtmlAdvice, IsThatOfTheModelAndSilentWithoutAny) {
  const models::Recording recording = fixtures::twelve_kernels();
  const models::Analysis analysis = models::analyse(recording);
  const json details = json::parse(page_details({recording, analysis}));
  for (std::size_t i = 0; i < analysis.machines[0].kernels.size(); ++i) {
    const auto advice = models::explain(analysis.machines[0].kernels[i]).advice;
    const json& kernel = details["machines"][0][std::to_string(i)];
    ASSERT_EQ(kernel.contains("advice"), !advice.empty());
    if (advice.empty()) continue;
    ASSERT_EQ(kernel["advice"].size(), advice.size());
    const json& first = kernel["advice"][0];
    EXPECT_EQ(details["gaps"]["texts"][first[1].get<std::size_t>()], advice[0].cause);
    EXPECT_EQ(details["gaps"]["texts"][first[6].get<std::size_t>()], advice[0].assumes);
    EXPECT_NEAR(first[5].get<double>(), advice[0].gain_high, 1e-4);
  }
}

TEST(HtmlInstructions, HasPicturesAndWhatTheirPointsSay) {
  const json machine = instructions_of(fixtures::twelve_kernels())[0];
  EXPECT_EQ(machine["drawn"], 12);
  for (const char* id : {"levels", "global", "shared"}) {
    ASSERT_EQ(machine[id]["pictures"].size(), 2u) << id;
    EXPECT_THAT(machine[id]["pictures"][0]["svg"].get<std::string>(),
                HasSubstr("data-role=\"mark\" data-kernel=\"4\""));
  }
  EXPECT_THAT(machine["shared"]["pictures"][0]["svg"].get<std::string>(), HasSubstr("32-way bank conflict"));
  // Some 4.2e7 warp instructions in 838 us; 16.5 wavefronts for every access of shared memory.
  const double warps = *fixtures::twelve_kernels().observations[kTiled].counters.value("smsp__sass_inst_executed.sum");
  const json& tip = machine["levels"]["tips"]["4"];
  EXPECT_THAT(tip[""][0][1].get<std::string>(), HasSubstr(format(models::OperationRate(warps / 838e-6), "")));
  EXPECT_EQ(tip["dram"].size(), 2u);
  EXPECT_EQ(machine["shared"]["tips"]["4"][""][1], (json{"Wavefronts each", "16.5"}));
}

TEST(HtmlInstructions, KeepsTheLongestKernels) {
  const json machine = instructions_of(fixtures::many_kernels(chart::kInstructionsOnPage + 20))[0];
  EXPECT_EQ(machine["drawn"], chart::kInstructionsOnPage);
}

TEST(HtmlInstructions, LeavesOutWhatWasNotCountedOrFailed) {
  const json tips = instructions_of(fixtures::troubled_kernels())[0]["levels"]["tips"];
  EXPECT_FALSE(tips.contains("0")) << "failed verification";
  EXPECT_FALSE(tips.contains("1")) << "counters refused";
  EXPECT_FALSE(tips.contains("3")) << "no duration";
  EXPECT_FALSE(tips.empty());
}

TEST(HtmlGroups, TellRanksApart) {
  const json groups = groups_of(fixtures::profiled_application());
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[1]["title"], "Rank");
  EXPECT_EQ(groups[1]["names"], (json{"Rank 0", "Rank 1"}));
  EXPECT_EQ(groups[1]["of"], (json{0, 1, 0, 0, 0, 1, 0}));
}

TEST(HtmlGroups, FollowTheLaunchesOfRanges) {
  models::Recording recording = fixtures::profiled_application();
  auto& all = recording.observations;
  all.back().launches = {all[2].launches.front(), all[4].launches.front()};
  const json groups = groups_of(recording);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[1]["title"], "NVTX range");
  EXPECT_EQ(groups[1]["names"], (json{"in no range", "train@step/forward · rank 0"}));
  EXPECT_EQ(groups[1]["of"], (json{0, 0, 1, 0, 1, 0, 0}));
}

TEST(HtmlGroups, AreNotOfferedWhereThereIsOneOnly) { EXPECT_TRUE(groups_of(fixtures::twelve_kernels()).empty()); }

TEST(RepeatCommand, RunsACatalogueKernelWithItsParameters) {
  models::Recording recording = fixtures::one_kernel();
  models::Observation& o = recording.observations[0];
  o.parameters = {{"block", 256}, {"n", 4096}};
  EXPECT_EQ(repeat_command(recording, o), "rooflens run vector_add/one-d --set block=256 --set n=4096");
  o.cache = models::CachePolicy::warm;
  EXPECT_EQ(repeat_command(recording, o), "rooflens run vector_add/one-d --set block=256 --set n=4096 --cache warm");
}

TEST(RepeatCommand, ProfilesExactlyOneKernelOfAnApplication) {
  models::Recording recording = fixtures::profiled_application();
  models::Observation& o = recording.observations[0];
  o.launches.front().function = "void add<float, (int)4>(float*)";
  EXPECT_EQ(repeat_command(recording, o),
            R"(rooflens profile --kernel '^void add<float, \(int\)4>\(float\*\)$' -- python train.py)");
}

TEST(RepeatCommand, IsSilentWhereNothingCouldBeRun) {
  models::Recording recording = fixtures::profiled_application();
  EXPECT_EQ(repeat_command(recording, recording.observations[6]), "") << "a graph";
  for (models::Process& process : recording.processes) process.command.clear();
  EXPECT_EQ(repeat_command(recording, recording.observations[0]), "") << "rooflens' own command line is not its";
  recording.provenance.command = "./app --size 4";
  EXPECT_THAT(repeat_command(recording, recording.observations[0]), ::testing::EndsWith(" -- ./app --size 4"));
}

TEST(HtmlLatency, IsThereWhereTheRoofAndTheLoadsAreKnown) {
  models::Recording recording = fixtures::twelve_kernels();
  EXPECT_FALSE(details_of(recording)["machines"][0]["0"].contains("latency"));
  recording.machines[0].ceilings.latency =
      models::LatencyRoof{{models::Seconds(1), 2, models::ByteRate(4e12)}, {14, 0.01, 0.03}, {16, 0.02, 0.05}};
  recording.observations[0].work->in_flight_per_thread = models::Bytes(8);
  const json details = details_of(recording);
  const json& latency = details["machines"][0]["0"]["latency"];
  EXPECT_EQ(latency["rows"][0][0], "In flight per SM");
  EXPECT_THAT(latency["rows"][3][1], testing::HasSubstr("out of reach: loads draw 4.00 TB/s at most"));
  EXPECT_THAT(latency["words"], testing::HasSubstr("Even 8 16-byte loads per thread do not reach"));
  EXPECT_FALSE(details["machines"][0]["1"].contains("latency"));
  EXPECT_EQ(details["machines"][0]["0"]["own"][0]["tone"], "no_roof");
}

TEST(HtmlInteger, IsThereWhereIntegerOperationsAreTheMainWork) {
  models::Recording recording = fixtures::twelve_kernels();
  const auto tips = [&](const char* kernel) {
    std::string text;
    for (const json& roof : details_of(recording)["machines"][0][kernel].value("own", json::array())) {
      text += roof["tip"].get<std::string>() + "\n";
    }
    return text;
  };
  EXPECT_THAT(tips("6"), Not(HasSubstr("INT32 roof")));
  fixtures::do_integer_work(recording.observations[6], 2.684e10);  // of 0.2684 GFLOP
  EXPECT_THAT(tips("5"), Not(HasSubstr("INT32 roof")));
  EXPECT_THAT(tips("6"),
              HasSubstr("INT32 roof 322 GFLOP/s · 100 integer operations per FLOP\n"));  // 32.2 TOP/s over 100
  EXPECT_THAT(tips("6"), HasSubstr("INT32 32.2 TOP/s, theoretical at 1.91 GHz"));
}

TEST(HtmlGroups, OfAKernelHoldAllItsProblems) {
  models::Recording recording = fixtures::twelve_kernels();
  EXPECT_TRUE(groups_of(recording).empty());
  recording.observations[1].name = recording.observations[0].name;
  recording.observations[1].parameters = {{"n", 1}};
  const json groups = groups_of(recording);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0]["title"], "Kernel");
  EXPECT_EQ(groups[0]["names"].size(), 11u);
  EXPECT_EQ(groups[0]["of"][1], groups[0]["of"][0]);
}

}  // namespace
}  // namespace rooflens::reports
