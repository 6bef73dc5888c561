// What single probes of `rooflens ceilings` reached, in the formats that tell it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/words/probe_words.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

models::Recording with_probes() {
  models::Recording recording = fixtures::measured_roofs();
  recording.machines[0].ceilings.probes =
      models::ProbeResults{.measured_utc = "2026-11-21T03:40:00Z",
                           .tool_version = "0.1.0",
                           .roofs = {{"dram-read", "16 B loads", 4.31e12, models::megahertz(1905), 0.02, 5, 15, 0.995},
                                     {"dram-copy", "blocks of 512", 4.14e12, models::megahertz(1900), 0.001, 5, 15, {}},
                                     {"fp32", "8 chains", 57.2e12, models::megahertz(1905), 0.004, 5, 15, 1.0},
                                     {"launch-latency", "1 block", 8.2e-6, {}, 0.012, 5, 15, {}}},
                           .refused = {{"tensor-fp8", "no such instruction"}}};
  return recording;
}

TEST(ProbesReport, TextNamesThoseThatNoRoofShows) {
  const Sample sample(with_probes());
  EXPECT_THAT(render_text(sample.document(), {}),
              HasSubstr("Probes: DRAM read 4.31 TB/s, DRAM copy 4.14 TB/s, Launch latency 8.20 µs\n"));
}

TEST(ProbesReport, TextSaysWhereTheyWereNotRecorded) {
  const Sample measured(fixtures::measured_roofs());
  EXPECT_THAT(render_text(measured.document(), {}), HasSubstr("Probes: not recorded apart: DRAM read, write, copy"));
  const Sample calculated(fixtures::twelve_kernels());
  EXPECT_THAT(render_text(calculated.document(), {}), Not(HasSubstr("Probes:"))) << "nothing was measured";
}

TEST(ProbesReport, JsonHasThemAll) {
  const Sample sample(with_probes());
  const auto probes = nlohmann::json::parse(render_json(sample.document()))["gpus"][0]["ceilings"]["probes"];
  EXPECT_EQ(probes["measured_utc"], "2026-11-21T03:40:00Z");
  ASSERT_EQ(probes["results"].size(), 4u);
  const nlohmann::json read{{"probe", "dram-read"},    {"unit", "B"},        {"per_s", 4.31e12},
                            {"relative_spread", 0.02}, {"clock_hz", 1905e6}, {"point", "16 B loads"},
                            {"processes", 5},          {"repetitions", 15},  {"counted_share", 0.995}};
  EXPECT_EQ(probes["results"][0], read);
  const auto& launch = probes["results"][3];
  EXPECT_EQ(launch["time_s"], 8.2e-6);
  EXPECT_FALSE(launch.contains("clock_hz")) << "not read";
  EXPECT_FALSE(launch.contains("per_s"));
  EXPECT_EQ(probes["refused"][0]["reason"], "no such instruction");
  const Sample without(fixtures::measured_roofs());
  EXPECT_FALSE(nlohmann::json::parse(render_json(without.document()))["gpus"][0]["ceilings"].contains("probes"));
}

TEST(ProbesReport, OfALaterVersionKeepTheirIds) {
  EXPECT_EQ(probe_label("dram-triad"), "DRAM triad");
  EXPECT_EQ(probe_label("latency-roof"), "Latency roof");
  EXPECT_EQ(probe_label("tensor-fp4"), "tensor-fp4");
  EXPECT_EQ(probe_value_text({"tensor-fp4", "", 1234567, {}, 0, 5, 15, {}}), "1230000");
}

}  // namespace
}  // namespace rooflens::reports
