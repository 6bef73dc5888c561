// A kernel that a session holds several times: every format tells its problems apart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "reports/html/html_data.hpp"
#include "reports/words/format.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Three problems of one kernel and one of another.
models::Recording swept_kernel() {
  models::Recording recording = fixtures::many_kernels(4);
  for (std::size_t i = 0; i < 3; ++i) {
    recording.observations[i].name = "reduction/interleaved-modulo";
    recording.observations[i].parameters = {{"block", 64}, {"n", std::int64_t{1} << (19 + i)}};
  }
  return recording;
}

TEST(Problems, HaveAColumnInText) {
  const Sample sample(swept_kernel());
  for (const int width : {80, 100, 200}) {
    const std::string text = render_text(sample.document(), {.width = width});
    for (const char* word : {"Problem", " n=524288 ", " n=1Mi ", " n=2Mi "})
      EXPECT_THAT(text, HasSubstr(word)) << width;
    EXPECT_THAT(text, Not(HasSubstr("block="))) << "what does not differ";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(length_utf8(line), static_cast<std::size_t>(width)) << line;
    }
  }
  const Sample plain(fixtures::twelve_kernels());
  EXPECT_THAT(render_text(plain.document(), {}), Not(HasSubstr("Problem")));
}

TEST(Problems, AreNamedInFindings) {
  models::Recording recording = swept_kernel();
  recording.observations[1].verification = {models::VerificationStatus::mismatch, "element 3"};
  const Sample sample(std::move(recording));
  EXPECT_THAT(render_text(sample.document(), {}), HasSubstr("\nreduction/interleaved-modulo n=1Mi\n"));
}

TEST(Problems, AreNamedInTheVerdict) {
  models::Recording recording = swept_kernel();
  for (std::size_t i : {0U, 1U, 3U}) recording.observations[i].work.reset();
  recording.observations[2].durations.assign(20, models::Seconds(100));
  const Sample sample(std::move(recording));
  EXPECT_THAT(sample.machine().verdict, HasSubstr("of the DRAM roof: reduction/interleaved-modulo n=2Mi."));
}

TEST(Problems, AreInTheNamesOfThePage) {
  const Sample sample(swept_kernel());
  const auto page = nlohmann::json::parse(page_overview(sample.document()));
  EXPECT_EQ(page["machines"][0]["kernels"]["name"],
            (nlohmann::json{"reduction/interleaved-modulo n=524288", "reduction/interleaved-modulo n=1Mi",
                            "reduction/interleaved-modulo n=2Mi", "generated/kernel-3"}));
}

TEST(Problems, AreInTheLabelsOfAPicture) {
  const Sample sample(swept_kernel());
  const chart::Scene scene = chart::build_scene(sample.document(), {});
  EXPECT_THAT(scene.names, testing::Contains("reduction/interleaved-modulo n=1Mi"));
  std::set<std::string> labels;
  for (const chart::Text& text : all<chart::Text>(scene)) {
    if (text.role == chart::TextRole::name) labels.insert(text.text);
  }
  for (const char* problem : {" n=524288", " n=1Mi", " n=2Mi"})
    EXPECT_THAT(labels, testing::Contains(HasSubstr(problem)));
  for (const std::string& label : labels) EXPECT_LE(length_utf8(label), 28U) << label;
}

TEST(Problems, KeepTheNameOfTheKernelForPrograms) {
  const Sample sample(swept_kernel());
  EXPECT_THAT(render_csv(sample.document()), HasSubstr("n=524288"));
  const auto kernels = nlohmann::json::parse(render_json(sample.document()))["gpus"][0]["kernels"];
  const auto& second = kernels[place_in_json(swept_kernel(), 1)];
  EXPECT_EQ(second["name"], "reduction/interleaved-modulo");
  EXPECT_EQ(second["parameters"]["n"], 1048576);
}

}  // namespace
}  // namespace rooflens::reports
