#include <gtest/gtest.h>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

TEST(Svg, EscapesHostileNames) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "<script>\"&'\n\xFF";
  const Sample sample(std::move(recording));
  const std::string svg = render_svg(sample.document(), {});
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;&quot;&amp;&#39;\uFFFD\\xFF"), std::string::npos);
}

TEST(Svg, HasTextThatCanBeSearched) {
  const Sample sample(fixtures::twelve_kernels());
  EXPECT_NE(render_svg(sample.document(), {}).find(">reduction/sequential</text>"), std::string::npos);
}

TEST(Svg, TellsTheWholeNameOfAMarker) {
  const Sample sample(fixtures::one_kernel());
  EXPECT_NE(render_svg(sample.document(), {}).find("<title>vector_add/one-d</title>"), std::string::npos);
}

TEST(Svg, EscapesTheTitle) {
  const Sample sample(fixtures::one_kernel());
  Document document = sample.document();
  document.title = "a < b & c";
  EXPECT_NE(render_svg(document, {}).find("<title>a &lt; b &amp; c"), std::string::npos);
}

}  // namespace
}  // namespace rooflens::reports
