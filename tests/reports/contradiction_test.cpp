// Where counters and time of a kernel contradict each other, no format gives it a share of a roof, a limit or advice,
// and each says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/draw/scene.hpp"
#include "reports/html/html_data.hpp"
#include "tests/reports/compared_sample.hpp"
#include "tests/reports/drawn.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// The launches of an application that were timed took 0.6 of the time of those that were counted: 143 % of DRAM's roof
// instead of 86.
models::Recording contradictory() {
  models::Recording recording = fixtures::profiled_application();
  for (models::Seconds& duration : recording.observations.front().durations) duration = 0.6 * duration;
  recording.observations.resize(1);
  recording.functions.clear();
  return recording;
}

constexpr const char* kSentence =
    "Counters and time contradict each other: DRAM traffic counted in other launches would need 143 % of the DRAM "
    "roof, by dram__bytes.sum (pass 0).";

TEST(Contradiction, IsSaidInsteadOfAShareByEveryFormat) {
  const Sample sample(contradictory());
  const std::string text = render_text(sample.document(), {.width = 400});
  EXPECT_THAT(text, ContainsRegex("vectorized_elementwise_kernel[^\n]* – +contradictory"));
  EXPECT_THAT(text, HasSubstr(kSentence));
  EXPECT_THAT(text, Not(HasSubstr("DRAM-bound")));
  EXPECT_THAT(render_text(sample.document(), {.advice = true}), HasSubstr("No change is known that would bring 2 %."));
  EXPECT_THAT(render_markdown(sample.document()), HasSubstr(" | – | contradictory | "));
  EXPECT_THAT(render_csv(sample.document()), HasSubstr(std::string(",unknown,,,,,,\"") + kSentence + "\","));
  const auto kernel = nlohmann::json::parse(render_json(sample.document()))["gpus"][0]["kernels"][0];
  EXPECT_EQ(kernel["bound_by"], "unknown");
  EXPECT_EQ(kernel["contradiction"]["kind"], "above_roof");
  EXPECT_EQ(kernel["contradiction"]["sentence"], kSentence);
  for (const char* withheld : {"busiest_fraction", "of_roof", "gap"}) EXPECT_FALSE(kernel.contains(withheld));
  EXPECT_TRUE(kernel["advice"].empty());
  for (const auto& point : kernel["points"]) EXPECT_FALSE(point.contains("fraction_of_roof"));
}

TEST(Contradiction, IsSaidByThePageAndThePicture) {
  const Sample sample(contradictory());
  const auto kernels = nlohmann::json::parse(page_overview(sample.document()))["machines"][0]["kernels"];
  EXPECT_EQ(kernels["contradiction"][0], kSentence);
  EXPECT_TRUE(kernels["roofText"][0].is_null());
  EXPECT_THAT(words_of(chart::build_scene(sample.document(), {})),
              ContainsRegex("Counters and time contradict each other: .* \\(143.*% of DRAM\\)"));
  const auto details = nlohmann::json::parse(page_details(sample.document()))["machines"][0]["0"];
  EXPECT_FALSE(details.contains("gap"));
  EXPECT_FALSE(details.contains("advice"));
}

TEST(Contradiction, IsSaidByAComparison) {
  const ComparedSample sample(contradictory(), fixtures::profiled_application());
  EXPECT_THAT(render_text(sample.document(), {.width = 200}),
              ContainsRegex("A: counters and time contradict each other \\(143.*% of DRAM\\)"));
}

// Kernels that initialise data are launched once, and often contradict themselves.
TEST(Contradiction, OfAKernelThatTakesNoTimeStandsBehindAdvice) {
  const auto place = [](double share) {
    models::Recording recording = fixtures::profiled_application();
    models::Observation& first = recording.observations.front();
    for (models::Seconds& duration : first.durations) duration = 0.6 * duration;
    *first.total_time = share * *first.total_time;
    const Sample sample(std::move(recording));
    const std::string text = render_text(sample.document(), {.width = 400});
    EXPECT_EQ(text.find("Counters and time of 1 kernel contradict") != std::string::npos, share == 1);
    return text.find("warning: Counters and time contradict", text.find("What to try first")) <
           text.find("×: ", text.find("What to try first"));
  };
  EXPECT_TRUE(place(1));
  EXPECT_FALSE(place(0.001));
}

TEST(Contradiction, IsNotSaidWhereAllFits) {
  const Sample sample(fixtures::profiled_application());
  EXPECT_THAT(render_text(sample.document(), {}), Not(HasSubstr("contradict")));
  EXPECT_THAT(render_json(sample.document()), Not(HasSubstr("\"contradiction\"")));
  EXPECT_FALSE(
      nlohmann::json::parse(page_overview(sample.document()))["machines"][0]["kernels"].contains("contradiction"));
}

}  // namespace
}  // namespace rooflens::reports
