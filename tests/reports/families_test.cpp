// Families and peers in every format that shows them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "models/explain/analysis.hpp"
#include "reports/html/html_data.hpp"
#include "reports/words/family_words.hpp"
#include "tests/fixtures/recordings.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct Page {
  explicit Page(models::Recording from = fixtures::told_families())
      : recording(std::move(from)),
        analysis(models::analyse(recording)),
        machine(json::parse(page_overview({recording, analysis}))["machines"][0]) {}
  [[nodiscard]] const json& step(std::size_t i) const { return machine["families"][0]["steps"][i]; }
  models::Recording recording;
  models::Analysis analysis;
  json machine;
};

TEST(FamilyPage, TellsStepsInOrderAndVariantsByTime) {
  const Page page;
  const json& reduction = page.machine["families"][0];
  EXPECT_EQ(reduction["name"], "reduction");
  EXPECT_EQ(reduction["steps"].size(), 8U);
  EXPECT_EQ(page.step(0)["name"], "reduction/global-naive");
  EXPECT_EQ(page.step(1)["change"], "A block's tree moves into shared memory: the input is read once.");
  EXPECT_EQ(reduction["variants"][0]["name"], "reduction/two-pass");
  EXPECT_EQ(reduction["variants"][1]["name"], "reduction/shuffle");
  EXPECT_TRUE(page.machine["families"][1]["steps"].empty());
  EXPECT_EQ(page.machine["families"][1]["variants"][0]["name"], "read_only/ldg");
}

TEST(FamilyPage, SaysWhatEachStepChanged) {
  const Page page;
  const json& sequential = page.step(3);
  EXPECT_EQ(sequential["time"], "480 µs");
  EXPECT_EQ(sequential["previous"], "1.81×") << "against interleaved-modulo, because strided-index is wrong";
  EXPECT_EQ(sequential["first"], "8.77×");
  EXPECT_EQ(sequential["lanes"], (json{"72.0\u00A0%", true}));
  EXPECT_EQ(sequential["wavefronts"], (json{"1.00×", false}));
  EXPECT_EQ(sequential["occupancy"], (json{"94.0\u00A0%", false}));
  EXPECT_EQ(sequential["peer"], "takes 2.11× as long as peer/cub-reduce");
  EXPECT_EQ(sequential["kernel"], 3);
}

TEST(FamilyPage, ListsWhatFailedAndWhatDidNotRun) {
  const Page page;
  EXPECT_EQ(page.step(2)["state"], 1);
  EXPECT_FALSE(page.step(2).contains("time")) << "a wrong result has no time worth showing";
  EXPECT_EQ(page.step(5)["state"], 3);
  EXPECT_FALSE(page.step(5).contains("kernel"));
}

TEST(FamilyPage, KeepsPublishedTimesApart) {
  const Page page;
  const json& published = page.step(1)["published"];
  ASSERT_EQ(published.size(), 2U);
  EXPECT_EQ(published[0]["board"], "Tesla V100 PCIe");
  EXPECT_EQ(published[0]["printed"], "624 µs");
  EXPECT_EQ(published[0]["kernel"], "450 µs");
  EXPECT_TRUE(published[1]["kernel"].is_null()) << "nothing to correct";
}

TEST(FamilyPage, IsNotThereWithoutFamilies) {
  const Page page(fixtures::twelve_kernels());
  EXPECT_FALSE(page.machine.contains("families"));
  EXPECT_FALSE(page.machine["kernels"].contains("peer"));
}

std::vector<std::string> sentences(const Page& page, std::size_t family) {
  const auto all = models::family_progress(page.recording.families, page.analysis.machines[0].kernels);
  return family_sentences(all[family], ProcessLabels(page.recording, page.analysis.problems));
}

TEST(FamilySentences, SayGainAndBestAlternative) {
  EXPECT_THAT(
      sentences(Page(), 0),
      ElementsAre("7 of 8 steps ran, one of them with a wrong result.",
                  "float4 is 18.1× as fast as global-naive, and has come from 5.2\u00A0% to 93.7\u00A0% of its roof.",
                  "The library baseline is peer/cub-reduce: the fastest variant, float4, takes 1.02× as long as it.",
                  "Steps up to sequential leave one sum for each block, the others one sum."));
}

TEST(FamilySentences, SayWhereThereIsNoOrder) {
  EXPECT_THAT(sentences(Page(), 1),
              ElementsAre("2 of 3 variants ran.", "They are no steps of one optimisation, so they stand by time."));
}

TEST(Peers, StandBesideTheirKernelsOnThePage) {
  const Page page;
  const json& peers = page.machine["kernels"]["peer"];
  EXPECT_EQ(peers[3][0], "2.11×");
  EXPECT_EQ(peers[3][1], "peer/cub-reduce");
  EXPECT_EQ(peers[3][2], "peer/cub-reduce does the same task in 228 µs: this kernel takes 2.11× as long.");
  EXPECT_TRUE(peers[2].is_null()) << "a wrong result is compared with nothing";
  EXPECT_TRUE(peers[12].is_null()) << "vector_add has no peer";
}

TEST(Peers, AreComparedByWorkWhereSizesDiffer) {
  models::Recording recording = fixtures::told_families();
  recording.observations[9].parameters["n"] = std::int64_t{1} << 27;  // half of the elements in the same time
  for (auto& [precision, operations] : recording.observations[9].work->operations) operations = operations * 0.5;
  const Page page(recording);
  EXPECT_EQ(page.machine["kernels"]["peer"][3][2],
            "peer/cub-reduce does the same task at another size (n=128Mi): this kernel reaches 95.0\u00A0% of the "
            "throughput of it.");
}

TEST(Peers, StandInTheTerminalNearestFirst) {
  const Page page;
  const std::string text = render_text({page.recording, page.analysis}, {.width = 200});
  EXPECT_THAT(text,
              HasSubstr("Library baselines\n  peer/cub-reduce, 228 µs: reduction/float4 takes 1.02× as long as it, "
                        "reduction/two-pass takes 1.09×"));
  EXPECT_THAT(text, HasSubstr("and 2 more in HTML and JSON."));
  const models::Recording other = fixtures::twelve_kernels();
  EXPECT_THAT(render_text({other, models::analyse(other)}, {}), Not(HasSubstr("Library baselines")));
}

TEST(Peers, AndTimelinesStandInJson) {
  const Page page;
  const json report = json::parse(render_json({page.recording, page.analysis}));
  const json& kernel = report["gpus"][0]["kernels"][place_in_json(page.recording, 3)];
  EXPECT_EQ(kernel["peer"]["name"], "peer/cub-reduce");
  EXPECT_NEAR(kernel["peer"]["ratio"].get<double>(), 480.0 / 228, 1e-3);
  EXPECT_EQ(kernel["peer"]["same_problem"], true);
  EXPECT_FALSE(report["gpus"][0]["kernels"][place_in_json(page.recording, 12)].contains("peer"));
  const models::Recording traced = fixtures::traced_blocks();
  const json blocks = json::parse(render_json({traced, models::analyse(traced)}))["gpus"][0]["kernels"][0]["blocks"];
  EXPECT_EQ(blocks["run"], 4096);
  EXPECT_EQ(blocks["per_sm_at_once"], 8);
  EXPECT_NEAR(blocks["waves"].get<double>(), 4096.0 / 1056, 1e-12);
}

}  // namespace
}  // namespace rooflens::reports
