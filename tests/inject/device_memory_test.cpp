#include "profiler/count/device_memory.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

TEST(DeviceMemory, IsWhatCallsLeaveLessOf) {
  std::size_t free = 1000;
  DeviceMemory memory([&] { return std::optional(free); });
  {
    const DeviceMemory::Call call(memory);
    free -= 300;
  }
  free -= 500;  // the application's
  {
    const DeviceMemory::Call call(memory);
    free += 200;
  }
  {
    const DeviceMemory::Call call(memory);
    free -= 50;
  }
  EXPECT_EQ(memory.most_bytes(), 300U) << "150 in the end";
}

TEST(DeviceMemory, IsNoneWhereTheDriverDoesNotSay) {
  DeviceMemory memory([] { return std::optional<std::size_t>(); });
  { const DeviceMemory::Call call(memory); }
  EXPECT_EQ(memory.most_bytes(), 0U);
}

TEST(DeviceMemory, IsMeasuredInTheFirstCallsAlone) {
  int times = 0;
  DeviceMemory memory([&] { return ++times, std::optional<std::size_t>(); });
  for (int i = 0; i < 2 * DeviceMemory::kMeasured; ++i) const DeviceMemory::Call call(memory);
  EXPECT_EQ(times, DeviceMemory::kMeasured);
}

}  // namespace
}  // namespace rooflens::inject
