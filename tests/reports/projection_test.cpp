#include "reports/compare/projection_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "models/base/thresholds.hpp"
#include "reports/words/format.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A session projected onto the board of that name.
struct Projected {
  Projected(const Document& document, std::string_view board)
      : session(document),
        projection(
            models::project(document.analysis, document.recording.families, *models::boards_named(board).front())) {}
  [[nodiscard]] ProjectionDocument document() const { return {session, projection}; }
  const Document& session;
  models::BoardProjection projection;
};

TEST(ProjectionReport, SaysThatNothingWasMeasuredThere) {
  const Sample sample(fixtures::twelve_kernels());
  const Document document = sample.document();
  const Projected projected(document, "A100-80");
  const ProjectionDocument projection = projected.document();
  EXPECT_THAT(render_text(projection, {}), HasSubstr("nothing ran on the A100 SXM4 80 GB"));
  EXPECT_THAT(render_markdown(projection), HasSubstr("## PROJECTION · "));
  EXPECT_EQ(nlohmann::json::parse(render_json(projection)).at("kind"), "projected");
}

TEST(ProjectionReport, AStreamGoesWithTheRatioOfTheBandwidths) {
  const Sample sample(fixtures::one_kernel());  // a sum of vectors at 83.6 % of 4.92 TB/s
  const Document document = sample.document();
  const auto projected = nlohmann::json::parse(render_json(Projected(document, "A100-80").document()));
  const auto& kernel = projected.at("gpus").at(0).at("kernels").at(0);
  const double ratio = kernel.at("projected").at("high_s").get<double>() / kernel.at("measured_s").get<double>();
  const double bandwidths = 4.92 / 2.039;
  EXPECT_LT(ratio / (1 + models::kProjectionError), bandwidths) << "what warps wait for stays";
  EXPECT_GT(ratio / (1 + models::kProjectionError), 0.95 * bandwidths);
  EXPECT_LT(kernel.at("projected").at("low_s"), kernel.at("projected").at("high_s"));
}

TEST(ProjectionReport, KeepsToItsWidth) {
  const Sample sample(fixtures::twelve_kernels());
  const Document document = sample.document();
  for (const int width : {60, 70, 80, 120}) {
    std::istringstream lines(render_text(Projected(document, "A100-80").document(), {.width = width}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(length_utf8(line), static_cast<std::size_t>(width)) << line;
    }
  }
}

TEST(ProjectionReport, ListsWhatItCannotProject) {
  const Sample sample(fixtures::troubled_kernels());
  const Document document = sample.document();
  const std::string text = render_text(Projected(document, "T4").document(), {});
  EXPECT_THAT(text, HasSubstr(": its counters and its time contradict each other."));
  EXPECT_THAT(text, HasSubstr(": its result was wrong."));
}

TEST(ProjectionReport, ShowsPublishedTimesOfTheSameBoardOnly) {
  models::Recording recording = fixtures::one_kernel();
  const models::PublishedTime time{.source = "A book",
                                   .board = "Tesla V100 PCIe",
                                   .problem = "2^24 floats",
                                   .printed = models::Seconds(378e-6),
                                   .kernel_only = models::Seconds(200e-6),
                                   .remark = ""};
  recording.families.push_back(
      {"vectors",
       "",
       {{.kernel = recording.observations[0].name, .change = "", .step = true, .peer = "", .published = {time}}}});
  const Sample sample(std::move(recording));
  const Document document = sample.document();
  EXPECT_THAT(render_text(Projected(document, "V100 SXM2").document(), {.width = 160}),
              HasSubstr("≈ 200 µs (2^24 floats)"));
  EXPECT_THAT(render_text(Projected(document, "T4").document(), {.width = 160}), Not(HasSubstr("200 µs (2^24")));
  EXPECT_THAT(
      render_text(Projected(document, "V100 SXM2").document(), {.width = 400}),
      HasSubstr("Published by others on Tesla V100 PCIe, while this projection is onto the V100 SXM2: other sizes"));
  const std::string same = render_text(Projected(document, "V100 PCIe").document(), {.width = 400});
  EXPECT_THAT(same, HasSubstr("Published by others on Tesla V100 PCIe: other sizes"));
  EXPECT_THAT(same, HasSubstr("onto V100 PCIe\n"));
}

TEST(BoardsNamed, TakesWordsOrTheirBeginnings) {
  EXPECT_EQ(models::boards_named("a100-80").size(), 2u);
  EXPECT_EQ(models::boards_named("a100-80").front()->name, "A100 SXM4 80 GB");
  ASSERT_EQ(models::boards_named("L4").size(), 1u);  // not L40S: the name is written out
  EXPECT_EQ(models::boards_named("l4").front()->name, "L4");
  ASSERT_EQ(models::boards_named("H100PCIe").size(), 1u);
  EXPECT_TRUE(models::boards_named("H300").empty());
  EXPECT_TRUE(models::boards_named("L40").empty()) << "L40S is another board";
  EXPECT_EQ(models::usual_board("H300"), nullptr);
  EXPECT_TRUE(models::boards_named(" - ").empty());
}

TEST(UsualBoard, IsTheSxmOfMostMemory) {
  const std::pair<const char*, const char*> usual[] = {
      {"A100", "A100 SXM4 80 GB"}, {"a100 40", "A100 SXM4 40 GB"}, {"a100-pcie", "A100 PCIe 80 GB"},
      {"V100", "V100 SXM2 32 GB"}, {"h100", "H100 SXM5"},          {"H200", "H200 SXM"}};
  for (const auto& [text, name] : usual) {
    ASSERT_NE(models::usual_board(text), nullptr) << text;
    EXPECT_EQ(models::usual_board(text)->name, name);
  }
  for (const char* several : {"RTX", "L", "A1", ""}) EXPECT_EQ(models::usual_board(several), nullptr) << several;
}

}  // namespace
}  // namespace rooflens::reports
