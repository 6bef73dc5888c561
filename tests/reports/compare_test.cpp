// What comparisons and gates look like: within the width, escaped where names are hostile, the same bytes every time.
#include "reports/compare/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "reports/compare/compare_words.hpp"
#include "reports/words/format.hpp"
#include "tests/fixtures/recordings.hpp"
#include "tests/reports/compared_sample.hpp"
#include "tests/reports/golden.hpp"

namespace rooflens::reports {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

struct CompareReport : ::testing::Test {
  // B is 20 % slower in every kernel, and has one kernel less.
  void prepare(models::Recording (*make)()) {
    a = make();
    b = make();
    b.observations.pop_back();
    for (models::Observation& o : b.observations) {
      for (models::Seconds& duration : o.durations) duration = duration * 1.2;
    }
    of_a = models::analyse(a);
    of_b = models::analyse(b);
    comparison = models::compare({&a, &of_a}, {&b, &of_b});
    const std::vector base{models::ComparisonSide{&a, &of_a}};
    const std::vector candidate{models::ComparisonSide{&b, &of_b}};
    gate = models::check(base, candidate, {{models::find_gate_metric("time"), 0.05}}, false);
  }
  [[nodiscard]] ComparisonDocument document() const { return {comparison, "a.rlens", "b.rlens"}; }
  [[nodiscard]] GateDocument verdict() const { return {gate, {"a.rlens"}, {"b.rlens"}, {}}; }

  static void expect_golden(const std::string& name, const std::string& actual) {
    EXPECT_EQ(actual, golden("reports/" + name, actual)) << "ROOFLENS_UPDATE_GOLDEN=1 writes it anew";
  }
  static void expect_width(const std::string& text, std::size_t width) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(length_utf8(line), width) << line;
  }

  models::Recording a, b;
  models::Analysis of_a, of_b;
  models::Comparison comparison;
  models::Gate gate;
};

TEST_F(CompareReport, IsKeptAsFiles) {
  prepare(fixtures::twelve_kernels);
  expect_golden("compare_twelve_kernels.txt", render_text(document(), {}));
  expect_golden("compare_twelve_kernels.md", render_markdown(document()));
  expect_golden("compare_twelve_kernels.json", render_json(document()));
  expect_golden("check_twelve_kernels.txt", render_text(verdict(), {}));
  expect_golden("check_twelve_kernels.md", render_markdown(verdict()));
  expect_golden("check_twelve_kernels.json", render_json(verdict()));
}

TEST_F(CompareReport, FitsTheTerminal) {
  for (const auto make : {fixtures::twelve_kernels, fixtures::troubled_kernels, fixtures::profiled_application}) {
    prepare(make);
    for (const int width : {60, 70, 80, 100, 160}) {
      expect_width(render_text(document(), {.colour = false, .width = width}), static_cast<std::size_t>(width));
      expect_width(render_text(verdict(), {.colour = false, .width = width}), static_cast<std::size_t>(width));
    }
  }
}

TEST_F(CompareReport, LeavesColumnsOutBeforeItGetsTooWideAndSaysWhich) {
  prepare(fixtures::twelve_kernels);
  const auto heading = [](const std::string& text) {
    const std::size_t at = text.find("\nKernel ") + 1;
    return text.substr(at, text.find('\n', at) - at);
  };
  const std::string narrow = render_text(document(), {.width = 60});
  EXPECT_THAT(heading(narrow), ContainsRegex("^Kernel +A +B +B vs A +roofs$"));
  EXPECT_THAT(narrow, HasSubstr("\n  Left out at this width: roof A, roof B, range.\n"));
  const std::string wide = render_text(document(), {.width = 100});
  EXPECT_THAT(heading(wide), ContainsRegex("roof A +roof B +B vs A +range +roofs$"));
  EXPECT_THAT(wide, Not(HasSubstr("Left out")));
  const std::string gate_text = render_text(verdict(), {.width = 60});
  EXPECT_THAT(heading(gate_text), ContainsRegex("^Kernel +Metric +Baseline +New +Change$"));
}

TEST_F(CompareReport, ShortensWordsOfDevicesBeforeItGetsTooWide) {
  prepare(fixtures::one_kernel);
  b = a;
  of_b = models::analyse(b);
  b.machines[0].device.name = "A GPU whose name is longer than any terminal would like to have it";
  comparison = models::compare({&a, &of_a}, {&b, &of_b});
  const std::string text = render_text(document(), {.width = 60});
  expect_width(text, 60);
  EXPECT_THAT(text, HasSubstr("have it  differs\n"));
  EXPECT_THAT(text, Not(HasSubstr("580.159.04"))) << "it does not differ";
}

TEST(ComparedPrediction, IsAnIntervalUnlessItIsARatioOfRoofs) {
  EXPECT_EQ(prediction_text({.speedup = 1.16, .low = 1.0951, .high = 1.23, .roof = "DRAM"}), "1.10× to 1.23×");
  EXPECT_EQ(prediction_text({.speedup = 2, .low = 2, .high = 2, .roof = "DRAM"}), "2.00×");
}

TEST_F(CompareReport, CountsRangesAsRanges) {
  prepare(fixtures::profiled_application);
  EXPECT_THAT(render_text(verdict(), {}), HasSubstr("because of 7 kernels and 1 NVTX range: 7 kernels compared"));
}

TEST_F(CompareReport, EscapesNamesInMarkdown) {
  prepare(fixtures::troubled_kernels);
  for (const std::string& text : {render_markdown(document()), render_markdown(verdict())}) {
    EXPECT_THAT(text, Not(HasSubstr("<script>")));
    EXPECT_THAT(text, HasSubstr("\\<script\\>"));
  }
}

TEST_F(CompareReport, SaysThatDataAreSimulated) {
  prepare(fixtures::twelve_kernels);
  for (const std::string& text : {render_text(document(), {}), render_markdown(document()), render_text(verdict(), {}),
                                  render_markdown(verdict())}) {
    EXPECT_THAT(text, HasSubstr("SIMULATED DATA"));
  }
  EXPECT_THAT(render_json(document()), HasSubstr("\"simulated\": true"));
  EXPECT_THAT(render_json(verdict()), HasSubstr("\"simulated\": true"));
}

TEST_F(CompareReport, SaysThatASessionWasAltered) {
  prepare([] {
    models::Recording recording = fixtures::twelve_kernels();
    recording.provenance.altered = true;
    return recording;
  });
  for (const std::string& text : {render_text(document(), {}), render_markdown(document()), render_text(verdict(), {}),
                                  render_markdown(verdict())}) {
    EXPECT_THAT(text, HasSubstr("altered since it was recorded"));
  }
  EXPECT_THAT(render_json(document()), HasSubstr("\"altered\": true"));
  EXPECT_THAT(render_json(verdict()), HasSubstr("\"altered\": true"));
}

TEST(ComparedBound, NamesThePipe) {
  const ComparedSample sample(fixtures::one_kernel(), bound_by_fp64());
  EXPECT_THAT(render_text(sample.document(), {.width = 160}), HasSubstr("bound by DRAM in A, FP64 in B"));
  const auto pair = nlohmann::json::parse(render_json(sample.document()))["pairs"][0];
  EXPECT_EQ(pair["a"]["busiest"], "dram");
  EXPECT_EQ(pair["b"]["bound_by"], "compute");
  EXPECT_EQ(pair["b"]["busiest"], "fp64");
  EXPECT_NEAR(pair["b"]["busiest_fraction"], 0.9, 0.05);
}

TEST(ComparedBound, TellsThatOnePipeTookThePlaceOfAnother) {
  const ComparedSample sample(bound_by_issue(), bound_by_fp64());
  EXPECT_TRUE(sample.document().comparison.pairs.front().binding_changed) << "from instructions to compute";
  EXPECT_THAT(render_text(sample.document(), {.width = 160}), HasSubstr("bound by Warp issue in A, FP64 in B"));
  const ComparedSample same(bound_by_fp64(), bound_by_fp64());
  EXPECT_THAT(render_text(same.document(), {}), Not(HasSubstr("bound by")));
}

TEST_F(CompareReport, ListsWhatHasNoCounterpart) {
  prepare(fixtures::twelve_kernels);
  EXPECT_THAT(render_text(document(), {}), HasSubstr("Only in A: 1 kernel"));
  EXPECT_THAT(render_text(verdict(), {}), HasSubstr("is missing in the new session"));
}

}  // namespace
}  // namespace rooflens::reports
