// Counters while launches are left alone.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

TEST_F(EngineTest, GivesTheCountersBackInTheMiddleOfARest) {
  ASSERT_NO_FATAL_FAILURE(begin_and_rest());
  EXPECT_EQ(script.enabled, 1);
  engine->finish(true);
  EXPECT_EQ(script.enabled, 0);
  EXPECT_FALSE(rests);
}

// To other processes on the GPU they cost time, counted or not.
TEST_F(EngineTest, GivesCountersBackThatNothingWantsAndTakesThemAgain) {
  config.max_overhead = 0.5;
  config.credit_seconds = 2;
  begin();
  load();
  const auto goes_on_until = [&](const char* symbol, const auto& done) {
    for (const auto until = Clock::now() + 20s; !done() && Clock::now() < until; engine->tick()) {
      for (int i = 0; i < 10; ++i) launch(symbol);
      std::this_thread::sleep_for(5ms);
    }
    return done();
  };
  ASSERT_TRUE(goes_on_until("add", [&] { return rests; }));
  const int of_first = counted();
  EXPECT_GE(of_first, 2);
  ASSERT_TRUE(goes_on_until("add", [&] { return script.enabled == 0; }));
  EXPECT_TRUE(goes_on_until("other", [&] { return counted() >= of_first + 2; }));
  EXPECT_EQ(script.enabled, 1);
  engine->finish();
  EXPECT_EQ(script.enabled, 0);
}

TEST_F(EngineTest, DoesNotWatchEveryLaunchForOneThatDidNotEndInTime) {
  config.max_overhead = 0.5;
  config.credit_seconds = 60;
  begin();
  load("other");
  record("other", 1'000'000);
  ASSERT_TRUE(launch("other", kContext, true, [&] { *busy = true; }));
  *busy = false;
  for (const auto until = Clock::now() + 1500ms; !rests && Clock::now() < until; engine->tick()) {
    for (int i = 0; i < 10; ++i) {
      launch("add");
      launch("other");  // it is put off for 2 s
    }
  }
  EXPECT_TRUE(rests);
  engine->finish();
}

}  // namespace
}  // namespace rooflens::inject
