#include "profiler/actions/ceiling_cache.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::actions {
namespace {

class CeilingCache : public ::testing::Test {
 protected:
  CeilingCache() { setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); }
  ~CeilingCache() override { unsetenv("XDG_CACHE_HOME"); }

  [[nodiscard]] models::MeasuredRoofs measured() const {
    return {.uuid = device_.uuid,
            .driver_version = device_.driver_version,
            .device = device_.name,
            .measured_utc = "2026-11-21T03:40:00Z",
            .tool_version = "0.1.0",
            .sm_count = device_.sm_count,
            .roofs = {{"dram-read", "16 B accesses", 4.4e12 / 3, models::megahertz(1755), 0.002, 5, 15}},
            .refused = {{"tensor-fp8", "no such instruction"}},
            .latency = {}};
  }

  cli::ScratchFolder folder_;
  models::DeviceProperties device_ = fixtures::simulated_h200().device;
};

TEST_F(CeilingCache, IsAFileForAGpuAndADriver) {
  EXPECT_EQ(ceiling_cache_file(device_),
            folder_.path() / "rooflens" / ("ceilings-GPU-00000000-0000-0000-0000-000000000000-580.159.04.json"));
  device_.uuid.clear();
  EXPECT_TRUE(ceiling_cache_file(device_).empty());
}

TEST_F(CeilingCache, StaysInTheFolderWhateverADriverSaysOfItself) {
  device_.driver_version = "../../x y";
  EXPECT_EQ(ceiling_cache_file(device_).parent_path(), folder_.path() / "rooflens");
}

TEST_F(CeilingCache, GivesBackWhatWasStored) {
  store_ceilings(device_, measured());
  const auto read = cached_ceilings(device_);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(encode_ceilings(*read), encode_ceilings(measured()));
  EXPECT_EQ(read->roofs[0].value, 4.4e12 / 3);
  EXPECT_EQ(read->refused[0].reason, "no such instruction");
}

TEST_F(CeilingCache, IsNotForAnotherDriverNorASliceNorAnotherGpu) {
  store_ceilings(device_, measured());
  models::DeviceProperties other = device_;
  other.driver_version = "590.1";
  EXPECT_FALSE(cached_ceilings(other).has_value());
  other = device_;
  other.sm_count = 16;
  EXPECT_FALSE(cached_ceilings(other).has_value());
  models::MeasuredRoofs wrong = measured();
  wrong.uuid = "GPU-1";
  store_ceilings(device_, wrong);
  EXPECT_FALSE(cached_ceilings(device_).has_value());
  wrong = measured();
  wrong.driver_version = "590.1";
  store_ceilings(device_, wrong);
  EXPECT_FALSE(cached_ceilings(device_).has_value()) << "a file that was renamed";
}

TEST_F(CeilingCache, DoesNotTrustAnyFile) {
  store_ceilings(device_, measured());
  const auto path = ceiling_cache_file(device_);
  for (const char* text : {"", "{}", "[1, 2", R"({"format": "rooflens-ceilings", "format_version": 2})"}) {
    std::ofstream(path, std::ios::trunc) << text;
    EXPECT_FALSE(cached_ceilings(device_).has_value()) << text;
  }
  models::MeasuredRoofs negative = measured();
  negative.roofs[0].value = -1;
  EXPECT_FALSE(decode_ceilings(encode_ceilings(negative)).has_value());
}

TEST_F(CeilingCache, KeepsTheLatencyRoofWithItsPoints) {
  models::MeasuredRoofs roofs = measured();
  EXPECT_FALSE(decode_ceilings(encode_ceilings(roofs))->latency.has_value()) << "files from before have none";
  roofs.latency = models::LatencyCalibration{
      .roof = {{models::Seconds(1e-6 / 3), 1.8, models::ByteRate(4e12)},
               {14, 0.01, 0.03},
               {16, 0.02, 0.05},
               models::Seconds(1e-7 / 3),
               models::Seconds(5e-14 / 3)},
      .points = {{128, 2, 16, models::ByteRate(4e11)}, {1500.5, 1, 16, models::ByteRate(4e12), true}}};
  store_ceilings(device_, roofs);
  const auto read = cached_ceilings(device_);
  ASSERT_TRUE(read && read->latency);
  EXPECT_EQ(read->latency->roof.knee.latency.value(), 1e-6 / 3);
  EXPECT_EQ(read->latency->roof.knee.p, 1.8);
  EXPECT_EQ(read->latency->roof.fitted.points, 14u);
  EXPECT_EQ(read->latency->roof.held_out.worst, 0.05);
  EXPECT_EQ(read->latency->points.at(0).threads_per_sm, 128);
  EXPECT_EQ(read->latency->points.at(0).rate.value(), 4e11);
  EXPECT_FALSE(read->latency->points.at(0).copies);
  EXPECT_EQ(read->latency->roof.thread_start_cost.value(), 1e-7 / 3);
  EXPECT_EQ(read->latency->roof.write_penalty.value(), 5e-14 / 3);
  EXPECT_EQ(read->latency->points.at(1).threads_per_sm, 1500.5);
  EXPECT_TRUE(read->latency->points.at(1).copies);
  auto before = nlohmann::json::parse(encode_ceilings(roofs));
  before["latency_roof"].erase("turnover_s");
  before["latency_roof"].erase("write_penalty_s_per_byte");
  for (auto& point : before["latency_roof"]["points"]) point.erase("copies");
  const auto old = decode_ceilings(before.dump());
  ASSERT_TRUE(old && old->latency) << "files from before copies";
  EXPECT_EQ(old->latency->roof.thread_start_cost.value(), 0);
  EXPECT_EQ(old->latency->roof.write_penalty.value(), 0);
  EXPECT_FALSE(old->latency->points.at(1).copies);
  roofs.latency->roof.thread_start_cost = models::Seconds(-1e-9);
  EXPECT_FALSE(decode_ceilings(encode_ceilings(roofs)).has_value());
  roofs.latency->roof.thread_start_cost = models::Seconds(0);
  roofs.latency->roof.knee.p = 0;
  EXPECT_FALSE(decode_ceilings(encode_ceilings(roofs)).has_value());
}

}  // namespace
}  // namespace rooflens::actions
