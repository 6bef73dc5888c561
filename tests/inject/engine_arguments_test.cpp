#include <gtest/gtest.h>

#include <cmath>

#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

// Of each kernel the most that counted launches point into, once; then that it is not known.
TEST_F(EngineTest, WritesDownWhatTheArgumentsOfCountedLaunchesPointInto) {
  auto* const bytes = static_cast<std::size_t*>(dlsym(RTLD_DEFAULT, "fake_cuda_allocation"));
  auto* const parameter = static_cast<std::size_t*>(dlsym(RTLD_DEFAULT, "fake_cuda_parameter"));
  ASSERT_TRUE(bytes && parameter);
  *parameter = sizeof(void*);
  CUdeviceptr pointer = 0x7f0000000000;
  void* list[] = {&pointer};
  arguments = list;
  const auto count_one = [this] {
    for (int i = 0; i < 100; ++i) {
      if (launch()) return true;
    }
    return false;
  };
  begin();
  load();
  for (const std::size_t held : {64U, 96U, 80U}) {
    *bytes = held;
    ASSERT_TRUE(count_one()) << held;
  }
  arguments = nullptr;
  ASSERT_TRUE(count_one());
  *parameter = sizeof(int);
  engine->finish();
  const auto records = written<collect::spool::ArgumentsRecord>();
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].bytes, 64);
  EXPECT_EQ(records[1].bytes, 96);
  EXPECT_TRUE(std::isnan(records[2].bytes));
}

}  // namespace
}  // namespace rooflens::inject
