// What is to be known of a run, in the formats that people and programs read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/chart/notes.hpp"
#include "reports/html/html_data.hpp"
#include "reports/words/note_words.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using models::NoteLevel;
using ::testing::HasSubstr;
using ::testing::Not;

models::Note sampled(const std::string& seconds, std::optional<int> process) {
  return {NoteLevel::warning, "sampled", "launches were looked at in " + seconds + " of 41.0 s", "allow more", process};
}

models::Note information(const std::string& text, std::optional<int> process = std::nullopt) {
  return {NoteLevel::information, "killed", text, "", process};
}

// Two ranks of torchrun on one GPU.
models::Recording two_ranks(std::vector<models::Note> notes) {
  models::Recording recording = fixtures::profiled_application();
  recording.notes = std::move(notes);
  return recording;
}

std::string text_of(models::Recording recording) {
  const Sample sample(std::move(recording));
  return render_text(sample.document(), {.width = 120});
}

TEST(Notes, StandInTheTextWithTheRankThatSaysThem) {
  const std::string text = text_of(two_ranks({sampled("10.0", 0), sampled("9.5", 1)}));
  EXPECT_THAT(text, HasSubstr("\nThis run\n"
                              "  warning: Rank 0: launches were looked at in 10.0 of 41.0 s. Allow more.\n"
                              "  warning: Rank 1: launches were looked at in 9.5 of 41.0 s. Allow more.\n"));
}

TEST(Notes, BeginAsSentencesDoUnlessWithAName) {
  const auto text = text_of(two_ranks({information("--stalls is off"), information("libcupti.so.13 is missing"),
                                       information("cuInit failed."), information("a rank left: why?")}));
  EXPECT_THAT(text, HasSubstr("  note: --stalls is off.\n"
                              "  note: libcupti.so.13 is missing.\n"
                              "  note: cuInit failed.\n"
                              "  note: A rank left: why?\n"));
}

TEST(Notes, OfAllRanksStandInTheTextOnce) {
  const std::string text = text_of(two_ranks({sampled("10.0", 0), sampled("10.0", 1)}));
  EXPECT_THAT(text, HasSubstr("  warning: Launches were looked at in 10.0 of 41.0 s. Allow more.\n"));
  EXPECT_EQ(text.find("looked at"), text.rfind("looked at"));
}

// Power sets another clock for each number format; one range stands for all of them.
TEST(Notes, NameMeasuredRoofsTogether) {
  const auto at = [](models::Precision precision, double tera, double gigahertz) {
    models::ComputeCeiling roof{precision, models::OperationRate(tera * 1e12), {}};
    roof.origin.source = models::CeilingSource::measured;
    roof.origin.basis = models::ClockBasis::reached;
    roof.origin.clock = models::Hertz(gigahertz * 1e9);
    return roof;
  };
  const std::vector ceilings{at(models::Precision::fp32, 66, 1.98), at(models::Precision::tensor_bf16, 871, 1.62)};
  std::vector<chart::Roof> roofs;
  roofs.push_back({.compute = &ceilings[0], .wordings = {"FP32 66.0 TFLOP/s", "FP32"}});
  roofs.push_back({.compute = &ceilings[1], .wordings = {"BF16 tensor 871 TFLOP/s", "BF16 tensor"}});
  EXPECT_EQ(chart::roofs_by_origin({&roofs[0], &roofs[1]}),
            "Roofs: measured at 1.62 GHz to 1.98 GHz: FP32 66.0 TFLOP/s, BF16 tensor 871 TFLOP/s.");
  EXPECT_EQ(chart::roofs_by_origin({&roofs[0]}), "Roofs: measured at 1.98 GHz: FP32 66.0 TFLOP/s.");
}

TEST(Notes, WarningsAreNeverLeftOutOfTheText) {
  std::vector<models::Note> notes;
  for (int i = 0; i < 10; ++i) {
    notes.push_back(information("it is so " + std::to_string(i)));
    notes.push_back(sampled(std::to_string(i), {}));
  }
  const std::string text = text_of(two_ranks(notes));
  for (int i = 0; i < 10; ++i) EXPECT_THAT(text, HasSubstr("looked at in " + std::to_string(i) + " of"));
  EXPECT_THAT(text, HasSubstr("  note: It is so 5.\n  and 4 more notes in HTML and JSON\n"));
  EXPECT_THAT(text, Not(HasSubstr("It is so 6")));
  const Sample sample(two_ranks(notes));
  const std::string markdown = render_markdown(sample.document());
  for (int i = 0; i < 10; ++i) EXPECT_THAT(markdown, HasSubstr("looked at in " + std::to_string(i) + " of"));
}

TEST(Notes, StandOnThePageBeforeWhatElseWasFound) {
  const Sample sample(two_ranks({information("<script>"), sampled("10.0", 1)}));
  const auto machine = nlohmann::json::parse(page_overview(sample.document()))["machines"][0];
  ASSERT_EQ(machine["findings"].size(), 2 + sample.machine().findings.size());
  EXPECT_EQ(machine["findings"][0], nlohmann::json::parse(R"([1, "sampled",
      "Rank 1: launches were looked at in 10.0 of 41.0 s.", "", "Allow more."])"));
  EXPECT_EQ(machine["findings"][1], nlohmann::json::parse(R"([0, "killed", "<script>.", "", ""])"));
  EXPECT_THAT(render_html(sample.document()), Not(HasSubstr("<script>.")));
}

TEST(Notes, StandInJsonForEachProcess) {
  const Sample sample(two_ranks({sampled("10.0", 0), sampled("10.0", 1), information("bad\xFF")}));
  const auto notes = nlohmann::json::parse(render_json(sample.document()))["notes"];
  EXPECT_EQ(notes, nlohmann::json::parse(R"([
      {"level": "warning", "topic": "sampled", "text": "launches were looked at in 10.0 of 41.0 s",
       "remedy": "allow more", "process": 0},
      {"level": "warning", "topic": "sampled", "text": "launches were looked at in 10.0 of 41.0 s",
       "remedy": "allow more", "process": 1},
      {"level": "information", "topic": "killed", "text": "bad\\xFF"}])"));
  const Sample none(two_ranks({}));
  EXPECT_EQ(nlohmann::json::parse(render_json(none.document()))["notes"], nlohmann::json::array());
}

TEST(Notes, StandWithTheMachineOfTheirProcess) {
  models::Recording recording = two_ranks({sampled("10.0", 0), sampled("9.5", 1), sampled("8.5", 5), sampled("7", {})});
  recording.machines.push_back(recording.machines.front());
  recording.machines.back().id = 1;
  for (models::Observation& observation : recording.observations) observation.machine = observation.process;
  recording.processes.push_back({.id = 5, .hostname = "node1", .pid = 99, .rank = 2, .world = 3});  // launched nothing
  const Sample sample(std::move(recording));
  const auto on = [&](std::size_t machine) {
    std::string all;
    for (const models::Finding& f : note_findings(sample.document(), sample.document().analysis.machines[machine])) {
      all += f.cause + "|";
    }
    return all;
  };
  EXPECT_THAT(on(0), HasSubstr("in 10.0 of"));
  EXPECT_THAT(on(0), Not(HasSubstr("in 9.5 of")));
  EXPECT_THAT(on(0), HasSubstr("Rank 2: launches were looked at in 8.5 of"));
  EXPECT_THAT(on(0), HasSubstr("|Launches were looked at in 7 of"));
  EXPECT_EQ(on(1), "Rank 1: launches were looked at in 9.5 of 41.0 s.|");
}

TEST(SaidBy, NamesRanksWhereTheyTellProcessesApart) {
  std::vector<models::Process> processes;
  for (int rank = 0; rank < 8; ++rank) {
    processes.push_back({.id = rank + 10, .hostname = "node1", .pid = 100 + rank, .rank = rank, .world = 8});
  }
  const auto said = [&](std::set<int> ids, const std::string& text = "x") {
    return said_by({information(text), std::move(ids)}, processes);
  };
  EXPECT_EQ(said({13}), "rank 3");
  EXPECT_EQ(said({11, 13}), "ranks 1 and 3");
  EXPECT_EQ(said({10, 11, 13, 14, 15}), "ranks 0, 1, 3 and 2 more");
  EXPECT_EQ(said({10, 11, 12, 13, 14, 15, 16, 17}), "");
  EXPECT_EQ(said({}), "");
  for (models::Process& process : processes) process.rank = 0;  // of several jobs
  EXPECT_EQ(said({11, 13}), "processes 101 and 103");
  EXPECT_EQ(said({11}, "process 101 did not end"), "") << "it says so itself";
  EXPECT_EQ(said({11}, "process 1010 did not end"), "process 101");
}

TEST(SaidBy, NamesNobodyWhereThereIsOneProcess) {
  EXPECT_EQ(said_by({information("x"), {0}}, {{.id = 0, .hostname = "node1", .pid = 1}}), "");
  EXPECT_EQ(said_by({information("x"), {0}}, {{.id = 0, .hostname = "node1", .pid = 1, .rank = 3, .world = 4}}),
            "rank 3");
}

}  // namespace
}  // namespace rooflens::reports
