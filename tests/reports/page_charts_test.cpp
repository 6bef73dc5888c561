// What the page has of its Roofline and its bandwidth panel besides pictures. That they are those of `rooflens plot` is
// checked in a browser: tests/web/picture.test.mjs.
#include "reports/html/html_charts.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;

json charts_of(models::Recording recording) {
  const Sample sample(std::move(recording));
  return json::parse(page_charts(sample.document())).at(0);
}

std::multiset<std::string> ticks_of(const std::string& svg) {
  static const std::regex tick("<text[^>]*data-role=\"tick\"[^>]*>[^<]*");
  return {std::sregex_token_iterator(svg.begin(), svg.end(), tick), {}};
}

TEST(PageCharts, PointsAreLeftToThePage) {
  const json charts = charts_of(fixtures::twelve_kernels());
  for (const char* chart : {"roofline", "bandwidth"}) {
    for (const json& picture : charts[chart]) {
      EXPECT_EQ(picture.dump().find("data-at"), std::string::npos);
      EXPECT_LT(picture["y"][0], picture["y"][1]);
      const json radius = picture.contains("choices") ? picture["choices"]["all"]["radius"] : picture["radius"];
      EXPECT_GT(radius[0], radius[1]);
    }
  }
}

TEST(PageCharts, EachFormatHasItsRoofsOnTheSameAxes) {
  const json charts = charts_of(fixtures::twelve_kernels());
  for (const json& picture : charts["roofline"]) {
    const json& choices = picture["choices"];
    ASSERT_EQ(choices.size(), 3u) << "all, FP32, BF16 tensor";
    const std::string all = choices["all"]["svg"];
    EXPECT_FALSE(ticks_of(all).empty());
    for (const auto& [name, choice] : choices.items()) {
      const std::string svg = choice["svg"];
      EXPECT_EQ(ticks_of(svg), ticks_of(all)) << name;
      EXPECT_EQ(svg.find("FP32 64.4") != std::string::npos, name != "7") << name;
      EXPECT_EQ(svg.find("BF16 tensor") != std::string::npos, name != "1") << name;
    }
    EXPECT_NEAR(choices["1"]["top"], 64.4e12, 0.1e12);
    EXPECT_NEAR(choices["7"]["top"], 1.03e15, 0.01e15);
    EXPECT_EQ(choices["all"]["top"], choices["7"]["top"]);
  }
}

TEST(PageCharts, ColumnsAreInOrderOfDescendingTime) {
  const json columns = charts_of(fixtures::twelve_kernels())["columns"];
  EXPECT_EQ(columns, json({3, 4, 5, 2})) << "transpose: naive row, tiled, padded; copy";
}

TEST(PageCharts, WithoutKernelsWithoutFlopsThereIsNoPanelAndTheRooflineIsWider) {
  const json charts = charts_of(fixtures::one_kernel());
  EXPECT_FALSE(charts.contains("bandwidth"));
  EXPECT_FALSE(charts.contains("columns"));
  EXPECT_EQ(charts["roofline"].size(), 1 + charts_of(fixtures::twelve_kernels())["roofline"].size());
}

}  // namespace
}  // namespace rooflens::reports
