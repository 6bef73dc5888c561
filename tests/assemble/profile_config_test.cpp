#include "profiler/config/profile_config.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace rooflens::collect {
namespace {

TEST(ProfileConfig, ComesBackAsItWas) {
  ProfileConfig config;
  config.spool_folder = "/tmp/a folder/\xe2\x82\xac.spool";
  config.tool_version = "0.1.0";
  config.replay = ReplayMode::rotate;
  config.kernel_pattern = R"(gemm.*\bhalf\b)";
  config.skip = 3;
  config.count = 10'000'000'000;
  config.launches_per_kernel = 5;
  config.max_overhead = 0.1;
  config.devices = {0, 3};
  config.exclude_pattern = "copy";
  config.delay_seconds = 1.0 / 3.0;
  config.duration_seconds = 2.5;
  config.nvtx_range = "train@step";
  config.wait_for_profiler_start = true;
  config.idle = true;
  config.extra_counters = {"dram__bytes.sum"};
  config.sass = false;
  config.stalls = true;
  config.lines = true;
  const std::string text = encode(config);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const ProfileConfig back = decode_profile_config(text);
  EXPECT_EQ(encode(back), text);
  EXPECT_EQ(back.spool_folder, config.spool_folder);
  EXPECT_EQ(back.count, config.count);
  EXPECT_EQ(back.exclude_pattern, "copy");
  EXPECT_EQ(back.delay_seconds, 1.0 / 3.0);
  EXPECT_EQ(back.duration_seconds, 2.5);
  EXPECT_EQ(back.devices, config.devices);
}

TEST(ProfileConfig, CountsFromTheDelayOnForTheDuration) {
  ProfileConfig config;
  EXPECT_TRUE(config.counts_at(0));
  config.delay_seconds = 2;
  EXPECT_FALSE(config.counts_at(1.9));
  EXPECT_TRUE(config.counts_at(1000));
  config.duration_seconds = 3;
  EXPECT_FALSE(config.counts_at(1.9));
  EXPECT_TRUE(config.counts_at(2));
  EXPECT_FALSE(config.counts_at(5));
}

TEST(ProfileConfig, EveryWayOfReplayHasAName) {
  for (const ReplayMode mode : {ReplayMode::kernel, ReplayMode::rotate, ReplayMode::none}) {
    ProfileConfig config;
    config.replay = mode;
    EXPECT_EQ(decode_profile_config(encode(config)).replay, mode);
  }
}

TEST(ProfileConfig, TextThatIsNoneThrows) {
  for (const char* text : {"", "{}", "null", "ROOFLENS", "{\"spool_folder\": 1}"}) {
    EXPECT_THROW((void)decode_profile_config(text), std::runtime_error) << text;
  }
}

TEST(ProfileConfig, KnowsNoOtherWayToCollect) {
  std::string text = encode(ProfileConfig{});
  text.replace(text.find("\"rotate\""), 8, "\"both\"");
  EXPECT_THROW((void)decode_profile_config(text), std::runtime_error);
}

}  // namespace
}  // namespace rooflens::collect
