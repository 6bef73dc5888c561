// What each text format prints, kept as files.
#include "tests/reports/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <regex>
#include <string>
#include <utility>

#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

struct Recorded {
  const char* name;
  models::Recording (*make)();
};

class Golden : public ::testing::TestWithParam<Recorded> {
 protected:
  // Points at the first line that differs instead of printing both files.
  void expect_golden(const std::string& extension, const std::string& actual) {
    const std::string name = std::string("reports/") + GetParam().name + extension;
    const std::string expected = golden(name, actual);
    if (actual == expected) return;
    const auto differs = std::mismatch(actual.begin(), actual.end(), expected.begin(), expected.end());
    const auto line = std::count(actual.begin(), differs.first, '\n') + 1;
    const auto from = static_cast<std::size_t>(differs.first - actual.begin());
    ADD_FAILURE() << name << " differs in line " << line << " from: " << actual.substr(from, 80)
                  << "\nROOFLENS_UPDATE_GOLDEN=1 writes it anew";
  }
  Sample sample_{GetParam().make()};
};

// The page as it is made for this recording: its data and markup, without style sheet, fonts and program, which are the
// same for every recording and checked in a browser (tests/web), and without its pictures, which are compressed.
std::string without_programs(const std::string& page) {
  std::string kept = std::regex_replace(page, std::regex("'sha256-[^']*'"), "'sha256-...'");
  for (const auto& [open, close] :
       {std::pair{"<style>", "</style>"}, std::pair{"id=\"charts\">", "</script>"},
        std::pair{"id=\"instructions\">", "</script>"}, std::pair{"<script>", "</script>"}}) {
    const std::size_t begin = kept.find(open);
    const std::size_t end = kept.find(close, begin);
    if (begin != std::string::npos && end != std::string::npos) {
      kept.erase(begin + std::strlen(open), end - begin - std::strlen(open));
    }
  }
  return std::regex_replace(kept, std::regex("\\},"), "},\n");
}

TEST_P(Golden, Html) { expect_golden(".html", without_programs(render_html(sample_.document()))); }
TEST_P(Golden, Text) { expect_golden(".txt", render_text(sample_.document(), {})); }
TEST_P(Golden, Markdown) { expect_golden(".md", render_markdown(sample_.document())); }
TEST_P(Golden, Csv) { expect_golden(".csv", render_csv(sample_.document())); }
TEST_P(Golden, Json) { expect_golden(".json", render_json(sample_.document())); }
TEST_P(Golden, Svg) { expect_golden(".svg", render_svg(sample_.document(), {})); }

INSTANTIATE_TEST_SUITE_P(Recordings, Golden,
                         ::testing::Values(Recorded{"one_kernel", fixtures::one_kernel},
                                           Recorded{"twelve_kernels", fixtures::twelve_kernels},
                                           Recorded{"troubled_kernels", fixtures::troubled_kernels},
                                           Recorded{"profiled_application", fixtures::profiled_application}),
                         [](const auto& instance) { return std::string(instance.param.name); });

struct ChartFile {
  const char* name;
  Chart chart;
};

class GoldenChart : public ::testing::TestWithParam<ChartFile> {};

TEST_P(GoldenChart, Svg) {
  const Sample sample(fixtures::measured_roofs());
  const std::string name = std::string("reports/") + GetParam().name + ".svg";
  const std::string actual = render_svg(sample.document(), {.chart = GetParam().chart});
  EXPECT_TRUE(actual == golden(name, actual)) << name << " differs; ROOFLENS_UPDATE_GOLDEN=1 writes it anew";
}

INSTANTIATE_TEST_SUITE_P(Charts, GoldenChart,
                         ::testing::Values(ChartFile{"chart_instructions", Chart::instructions},
                                           ChartFile{"chart_gap", Chart::gap},
                                           ChartFile{"chart_latency", Chart::latency}),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace rooflens::reports
