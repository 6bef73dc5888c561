// Links of a GPU in the formats that tell them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/words/link_words.hpp"
#include "tests/reports/sample.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

models::Recording with_links() {
  using models::Bytes, models::ByteRate, models::LinkDirection, models::LinkKind, models::Seconds;
  models::Recording recording = fixtures::measured_roofs();
  recording.machines[0].ceilings.links = {
      {"host",
       LinkKind::pcie,
       LinkDirection::to_peer,
       ByteRate(55e9),
       0.001,
       11,
       Seconds(2e-6),
       {{Bytes(4096), Seconds(2.1e-6)}, {Bytes(1 << 28), Seconds(4.88e-3)}}},
      {"host", LinkKind::pcie, LinkDirection::both, ByteRate(98e9), 0.002, 11, {}, {}},
      {"GPU-4c1b2a3d-0000-1111-2222-333344445555",
       LinkKind::nvlink,
       LinkDirection::from_peer,
       ByteRate(390e9),
       0,
       3,
       Seconds(1e-6),
       {}}};
  return recording;
}

TEST(LinksReport, WordsOfARow) {
  const auto recording = with_links();
  const auto& links = recording.machines[0].ceilings.links;
  EXPECT_THAT(link_words(links[0]),
              ::testing::ElementsAre("this GPU", "host", "PCIe", "55.0 GB/s", "0.1\u00A0%", "2.00 µs", "110 kB"));
  EXPECT_THAT(link_words(links[1]),
              ::testing::ElementsAre("this GPU", "host, both at once", "PCIe", "98.0 GB/s", "0.2\u00A0%", "–", "–"));
  EXPECT_THAT(link_words(links[2]), ::testing::ElementsAre("GPU-4c1b2a3d", "this GPU", "NVLink", "390 GB/s",
                                                           "0.0\u00A0%", "1.00 µs", "390 kB"));
}

TEST(LinksReport, TextNamesThem) {
  const Sample sample(with_links());
  EXPECT_THAT(render_text(sample.document(), {}),
              HasSubstr("Links: to host 55.0 GB/s, both at once 98.0 GB/s (PCIe), from GPU-4c1b2a3d 390 GB/s"));
  const Sample without(fixtures::measured_roofs());
  EXPECT_THAT(render_text(without.document(), {}), Not(HasSubstr("Links:"))) << "not measured is not zero";
}

TEST(LinksReport, JsonHasEverySize) {
  const Sample sample(with_links());
  const auto links = nlohmann::json::parse(render_json(sample.document()))["gpus"][0]["ceilings"]["links"];
  ASSERT_EQ(links.size(), 3u);
  const nlohmann::json first{
      {"peer", "host"},
      {"kind", "pcie"},
      {"direction", "to_peer"},
      {"bytes_per_s", 55e9},
      {"relative_spread", 0.001},
      {"latency_s", 2e-6},
      {"half_rate_bytes", 110000},
      {"repetitions", 11},
      {"times", {{{"bytes", 4096}, {"time_s", 2.1e-6}}, {{"bytes", 1 << 28}, {"time_s", 4.88e-3}}}}};
  EXPECT_EQ(links[0], first);
  EXPECT_FALSE(links[1].contains("latency_s"));
  const Sample without(fixtures::measured_roofs());
  EXPECT_FALSE(nlohmann::json::parse(render_json(without.document()))["gpus"][0]["ceilings"].contains("links"));
}

}  // namespace
}  // namespace rooflens::reports
