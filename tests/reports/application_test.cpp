// Reports of an application under profile: how it was counted, which rank ran what, and ranges apart from kernels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/html/html_data.hpp"
#include "reports/words/process_labels.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Application : public ::testing::Test {
 protected:
  Sample sample_{fixtures::profiled_application()};
};

TEST_F(Application, TextSaysHowKernelsWereCounted) {
  const std::string text = render_text(sample_.document(), {.width = 160});
  EXPECT_THAT(text, HasSubstr("9 of 1000"));
  EXPECT_THAT(text, HasSubstr("Counters of 1 kernel were taken by kernel replay"));
  EXPECT_THAT(text, HasSubstr("Counters of 5 kernels were taken by pass rotation"));
  EXPECT_THAT(text, HasSubstr("2 kernels: launches of this kernel do 2 amounts of work"));
  EXPECT_THAT(text, Not(HasSubstr("Verified")));
}

// Two variants of one template, in a process that ran for ten seconds.
TEST(ApplicationsRefusals, OfKernelsThatHardlyTakeTimeAreCounted) {
  const auto text_of = [](double share) {
    models::Recording recording = fixtures::profiled_application();
    for (models::Observation& kernel : recording.observations) {
      if (!kernel.refused.empty()) *kernel.total_time = share * *kernel.total_time;
    }
    return render_text(Sample(std::move(recording)).document(), {.width = 400});
  };
  EXPECT_THAT(text_of(1), HasSubstr("CUPTI gave no number for this kernel"));
  const std::string text = text_of(1e-6);
  EXPECT_THAT(text, Not(HasSubstr("CUPTI gave no number for this kernel")));
  EXPECT_THAT(text, HasSubstr("1 kernel with less than 2 % of the time lacks counters."));
  EXPECT_THAT(text, HasSubstr("missing, not zero"));
}

TEST(ApplicationsVariants, StandTogetherInEveryFormat) {
  models::Recording recording = fixtures::profiled_application();
  const char* const names[] = {"apply<Add>", "apply<Mul>"};
  for (std::size_t i = 0; i < 2; ++i) {
    models::Observation& o = recording.observations[i];
    o.name = names[i];
    o.launches.front().function = std::string("void at::") + names[i] + "(int)";
  }
  for (models::Process& process : recording.processes) process.wall = models::Seconds(10);
  const Sample sample(std::move(recording));
  ASSERT_EQ(sample.machine().groups.size(), 1u);
  const std::string text = render_text(sample.document(), {.width = 160});
  EXPECT_THAT(text, HasSubstr("\nFunction (all variants)  Kernels  Launches "));
  EXPECT_THAT(text, HasSubstr("\napply "));
  EXPECT_THAT(text,
              HasSubstr("5.05 s in kernels, 5000 launches. The application ran for 10.0 s, counting included: for at "
                        "least 49.5\u00A0% of it no kernel ran."));
  const std::string markdown = render_markdown(sample.document());
  EXPECT_THAT(markdown, HasSubstr("\n| apply | 2 | "));
  EXPECT_THAT(markdown, HasSubstr("The application ran for 10.0 s"));
  const auto json = nlohmann::json::parse(render_json(sample.document()))["gpus"][0];
  EXPECT_EQ(json["groups"][0]["name"], "apply");
  EXPECT_EQ(json["groups"][0]["kernels"].size(), 2u);
  EXPECT_EQ(json["run_time"]["wall_s"], 10.0);
  EXPECT_NEAR(json["run_time"]["idle_at_least"].get<double>(), 0.4948, 1e-4);
  const auto page = nlohmann::json::parse(page_overview(sample.document()))["machines"][0];
  EXPECT_THAT(page["runTime"].get<std::string>(), HasSubstr("10.0 s"));
  const auto of_function = std::find_if(page["groups"].begin(), page["groups"].end(),
                                        [](const auto& grouping) { return grouping["title"] == "Function"; });
  ASSERT_NE(of_function, page["groups"].end());
  EXPECT_EQ((*of_function)["of"][0], (*of_function)["of"][1]);
}

TEST_F(Application, TextListsRangesAfterTheKernels) {
  const std::string text = render_text(sample_.document(), {.width = 160});
  const std::size_t heading = text.find("NVTX range ");
  ASSERT_NE(heading, std::string::npos);
  EXPECT_GT(text.find("train@step/forward"), heading);
}

TEST_F(Application, ChartHasNoPointOfARange) {
  const chart::Scene scene = chart::build_scene(sample_.document(), {});
  for (const std::string& name : scene.names) EXPECT_NE(name, "train@step/forward");
}

TEST_F(Application, JsonKeepsRangesApart) {
  const auto json = nlohmann::json::parse(render_json(sample_.document()));
  const auto& machine = json["gpus"][0];
  EXPECT_EQ(machine["kernels"].size(), 7u);
  ASSERT_EQ(machine["ranges"].size(), 1u);
  EXPECT_EQ(machine["ranges"][0]["scope"], "nvtx");
  EXPECT_FALSE(machine["ranges"][0].contains("share_of_time"));
  const auto& first = machine["kernels"][place_in_json(fixtures::profiled_application(), 0)];
  EXPECT_EQ(first["counters_by"], "rotate");
  EXPECT_EQ(first["timed_launches"], 900);
  EXPECT_EQ(machine["kernels"][place_in_json(fixtures::profiled_application(), 2)]["remarks"].size(), 1u);
  EXPECT_EQ(json["processes"][1]["launcher"], "torchrun");
  EXPECT_EQ(json["processes"][1]["world"], 2);
}

TEST_F(Application, PageNamesTheRankAndTheMethod) {
  const auto overview = nlohmann::json::parse(page_overview(sample_.document()));
  const auto& machine = overview["machines"][0];
  EXPECT_EQ(machine["kernels"]["name"][1], "vectorized_elementwise_kernel<CUDAFunctor_add> \u00B7 rank 1");
  EXPECT_EQ(machine["count"], 7);
  EXPECT_EQ(machine["kernels"]["counted"][2], (nlohmann::json{9, 500}));
  EXPECT_EQ(machine["ranges"][0][0], "train@step/forward \u00B7 rank 0");
  const auto details = nlohmann::json::parse(page_details(sample_.document()));
  const auto& kernel = details["machines"][0]["0"];
  EXPECT_THAT(kernel["time"].dump(), HasSubstr("pass rotation: each counted launch ran once, in one of the passes"));
  EXPECT_THAT(kernel["time"].dump(), HasSubstr("345 ms in 900 timed launches"));
  EXPECT_THAT(kernel["launch"].dump(), HasSubstr("11, rank 0 of 2 (torchrun), host nowhere"));
  EXPECT_EQ(details["machines"][0]["2"]["remarks"].size(), 1u);
}

models::Recording with_processes(std::vector<models::Process> processes) {
  models::Recording recording;
  for (const models::Process& process : processes) {
    recording.observations.emplace_back().process = process.id;
    recording.observations.back().name = "f";
  }
  recording.processes = std::move(processes);
  return recording;
}

TEST(ProcessLabels, AreNotThereForOneProcess) {
  models::Recording recording = with_processes({{.id = 0, .hostname = "a", .pid = 7}});
  recording.processes.push_back({.id = 1, .hostname = "a", .pid = 8});  // ran no kernel
  EXPECT_EQ(ProcessLabels(recording, {}).name(recording.observations[0]), "f");
}

TEST(ProcessLabels, AreRanksWhereThoseDiffer) {
  const auto recording = with_processes(
      {{.id = 0, .hostname = "a", .pid = 7, .rank = 3}, {.id = 1, .hostname = "a", .pid = 8, .rank = 4}});
  EXPECT_EQ(ProcessLabels(recording, {}).name(recording.observations[1]), "f \u00B7 rank 4");
}

TEST(ProcessLabels, AreNumbersOfProcessesOtherwise) {
  const auto recording = with_processes({{.id = 0, .hostname = "a", .pid = 7}, {.id = 1, .hostname = "a", .pid = 8}});
  EXPECT_EQ(ProcessLabels(recording, {}).name(recording.observations[1]), "f \u00B7 process 8");
  const auto hosts = with_processes({{.id = 0, .hostname = "a", .pid = 7}, {.id = 1, .hostname = "b", .pid = 7}});
  EXPECT_EQ(ProcessLabels(hosts, {}).name(hosts.observations[1]), "f \u00B7 process b 7");
}

}  // namespace
}  // namespace rooflens::reports
