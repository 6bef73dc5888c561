// The page of a comparison: what is in its data block, and that nothing in it can leave the block.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "reports/compare/compare_html_data.hpp"
#include "tests/reports/compared_sample.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

models::Recording slower(models::Recording recording, double factor) {
  for (models::Observation& o : recording.observations) {
    for (models::Seconds& duration : o.durations) duration = duration * factor;
  }
  return recording;
}

TEST(ComparisonPage, HoldsEveryPairAndEveryLonelyKernel) {
  models::Recording shorter = fixtures::twelve_kernels();
  shorter.observations.pop_back();
  const ComparedSample sample(slower(fixtures::twelve_kernels(), 1.2), std::move(shorter));
  const json page = json::parse(page_comparison(sample.document()));
  ASSERT_EQ(page["pairs"].size(), 11u);
  EXPECT_EQ(page["onlyA"].size(), 1u);
  EXPECT_EQ(page["onlyB"].size(), 0u);
  const json& row = page["pairs"][0];
  EXPECT_EQ(row["name"], "vector_add/one-d");
  EXPECT_EQ(row["ratioText"], "1.20×");
  EXPECT_EQ(row["trend"], "faster");
  EXPECT_EQ(row["roofsText"], "0.952× to 1.05×");
  EXPECT_NEAR(row["a"]["time"].get<double>() / row["b"]["time"].get<double>(), 1.2, 1e-9);
}

TEST(ComparisonPage, HasPicturesWithAPlaceForEachPair) {
  const ComparedSample sample(fixtures::twelve_kernels(), fixtures::twelve_kernels());
  const json page = json::parse(page_comparison(sample.document()));
  ASSERT_EQ(page["pictures"].size(), 3u);
  for (const json& picture : page["pictures"]) {
    const auto svg = picture["svg"].get<std::string>();
    for (int pair = 0; pair < 12; ++pair) {
      const std::string of = " data-kernel=\"" + std::to_string(pair) + "\"";
      EXPECT_THAT(svg, HasSubstr("data-role=\"secondary\"" + of));
      EXPECT_THAT(svg, HasSubstr("data-role=\"mark\"" + of));
    }
  }
}

TEST(ComparisonPage, LeavesOutWhatIsNotKnown) {
  const ComparedSample sample(fixtures::troubled_kernels(), fixtures::troubled_kernels());
  const json page = json::parse(page_comparison(sample.document()));
  const json& failed = page["pairs"][0];
  EXPECT_TRUE(failed["a"]["failed"]);
  EXPECT_FALSE(failed.contains("ratio"));
  EXPECT_EQ(failed["trend"], "unknown");
}

TEST(ComparisonPage, NamesThePipeThatBinds) {
  const ComparedSample sample(bound_by_issue(), bound_by_fp64());
  const json page = json::parse(page_comparison(sample.document()));
  const json fp64 = {{"id", "compute"}, {"label", "FP64"}};
  EXPECT_EQ(page["bindings"], json::array({fp64, {{"id", "instructions"}, {"label", "Warp issue"}}}));
  EXPECT_EQ(page["pairs"][0]["a"]["binding"], 1);
  EXPECT_EQ(page["pairs"][0]["b"]["binding"], 0);
}

TEST(ComparisonPage, MarksWhatDiffers) {
  models::Recording half = fixtures::twelve_kernels();
  half.machines[0].device.name = "NVIDIA H200 (66 of 132 SMs)";
  half.machines[0].device.sm_count = 66;
  const ComparedSample sample(fixtures::twelve_kernels(), std::move(half));
  const json page = json::parse(page_comparison(sample.document()));
  std::map<std::string, std::string> marks;
  for (const json& row : page["devices"][0]["rows"]) marks[row[0]] = row[3];
  EXPECT_EQ(marks.at("SMs"), "differs");
  EXPECT_EQ(marks.at("GPU"), "differs");
  EXPECT_FALSE(marks.contains("Compute capability")) << "equal rows are left out";
}

TEST(ComparisonPage, NamesCannotLeaveTheDataBlock) {
  models::Recording hostile = fixtures::one_kernel();
  hostile.observations[0].name = "</script><script>alert(1)</script>";
  const ComparedSample sample(hostile, hostile);
  const std::string page = render_html(sample.document());
  EXPECT_THAT(page, Not(HasSubstr("</script><script>alert")));
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_EQ(page, render_html(sample.document()));
}

}  // namespace
}  // namespace rooflens::reports
