// A session that was altered since it was recorded says so in every format; one that was not, or of which it is not
// known, says nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/compare/comparison_scene.hpp"
#include "tests/reports/compared_sample.hpp"
#include "tests/reports/drawn.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kWords = "altered since it was recorded";

Sample sample(std::optional<bool> altered, models::RecordingKind kind = models::RecordingKind::recorded) {
  models::Recording recording = fixtures::twelve_kernels();
  recording.provenance.kind = kind;
  recording.provenance.altered = altered;
  return Sample(std::move(recording));
}

TEST(Altered, IsSaidByEveryFormatOfWords) {
  const Sample altered = sample(true);
  EXPECT_THAT(render_text(altered.document(), {}), HasSubstr(kWords));
  EXPECT_THAT(render_text(altered.document(), {.kernel = "."}), HasSubstr(kWords));
  EXPECT_THAT(render_markdown(altered.document()), HasSubstr(kWords));
  EXPECT_THAT(render_json(altered.document()), HasSubstr("\"altered\": true"));
  EXPECT_THAT(render_json(altered.document()), HasSubstr(kWords));
  EXPECT_THAT(render_csv(altered.document()), HasSubstr("\nrecorded; altered since it was recorded,"));
  EXPECT_THAT(render_ncu_csv(altered.document()), HasSubstr(kWords));
  EXPECT_THAT(render_html(altered.document()), HasSubstr("\"altered\":true"));
}

TEST(Altered, IsNotSaidOfWhatWasRecorded) {
  for (const std::optional<bool> altered : {std::optional<bool>(), std::optional(false)}) {
    const Sample same = sample(altered);
    for (const std::string& text :
         {render_text(same.document(), {}), render_markdown(same.document()), render_json(same.document()),
          render_csv(same.document()), render_ncu_csv(same.document())}) {
      EXPECT_THAT(text, Not(HasSubstr(kWords)));
    }
    EXPECT_THAT(render_html(same.document()), HasSubstr("\"altered\":false"));
    EXPECT_THAT(words_of(chart::build_scene(same.document(), {})), Not(HasSubstr("ALTERED")));
  }
}

TEST(Altered, IsDrawn) {
  EXPECT_THAT(words_of(chart::build_scene(sample(true).document(), {})), HasSubstr("ALTERED SINCE IT WAS RECORDED"));
  const Sample both = sample(true, models::RecordingKind::simulated);
  EXPECT_THAT(words_of(chart::build_scene(both.document(), {})), HasSubstr("SIMULATED, ALTERED SINCE IT WAS RECORDED"));
}

TEST(Altered, IsDrawnWhereOneSideOfAComparisonIs) {
  models::Recording altered = fixtures::twelve_kernels();
  altered.provenance.kind = models::RecordingKind::recorded;
  models::Recording other = altered;
  altered.provenance.altered = true;
  const ComparedSample compared(other, altered);
  const std::string words = words_of(chart::build_comparison_scene(compared.document(), {}));
  EXPECT_THAT(words, HasSubstr("ALTERED SINCE IT WAS RECORDED"));
  EXPECT_THAT(words, HasSubstr(kWords)) << "and at which side";
}

}  // namespace
}  // namespace rooflens::reports
