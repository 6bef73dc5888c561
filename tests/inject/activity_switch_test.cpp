#include "profiler/count/activity_switch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

#include "profiler/observe/realtime.hpp"

namespace rooflens::inject {
namespace {

ActivitySwitch* asked = nullptr;  // by CUPTI, for records that it gives back while it switches recording off
bool answered = false;

std::shared_ptr<collect::cupti::Api> api() {
  auto made = std::make_shared<collect::cupti::Api>();
  made->ActivityEnable = [](CUpti_ActivityKind) { return CUPTI_SUCCESS; };
  made->ActivityDisable = [](CUpti_ActivityKind) {
    if (asked) {
      auto answer = std::make_shared<std::promise<void>>();
      auto given = answer->get_future();
      std::thread([answer] {
        static_cast<void>(asked->paused_between(0, 1));
        answer->set_value();
      }).detach();
      answered = given.wait_for(std::chrono::seconds(2)) == std::future_status::ready;
    }
    return CUPTI_SUCCESS;
  };
  return made;
}

TEST(ActivitySwitch, GivesNoRecordsBackWhileCodeIsPatched) {
  static ActivitySwitch* self = nullptr;
  static int flushes = 0;
  static bool begun_meanwhile = true;
  auto cupti = api();
  cupti->ActivityFlushAll = [](std::uint32_t) {
    ++flushes;
    begun_meanwhile = self->begin_patched();
    return CUPTI_SUCCESS;
  };
  ActivitySwitch activity(cupti);
  self = &activity;
  EXPECT_TRUE(activity.begin_patched());
  EXPECT_TRUE(activity.begin_patched());  // another context
  activity.end_patched();
  activity.flush();
  EXPECT_EQ(flushes, 0);
  activity.end_patched();
  activity.flush();
  EXPECT_EQ(flushes, 1);
  EXPECT_FALSE(begun_meanwhile);
  activity.flush();
  EXPECT_EQ(flushes, 2) << "what was not begun does not hold records back";
}

TEST(ActivitySwitch, KnowsWhenItWasPaused) {
  ActivitySwitch activity(api());
  activity.begin();
  const std::int64_t before = realtime_ns();
  EXPECT_FALSE(activity.paused_between(before - 1'000'000'000, realtime_ns()));
  EXPECT_TRUE(activity.pause());
  EXPECT_TRUE(activity.pause());  // of another thread
  const std::int64_t after = realtime_ns();
  EXPECT_TRUE(activity.paused_between(before, after));
  EXPECT_FALSE(activity.paused_between(after + 1, after + 1'000'000'000));
  EXPECT_FALSE(activity.paused_between(before - 1'000, before - 1));
  activity.resume();
  EXPECT_FALSE(activity.recording());
  const std::int64_t within = realtime_ns();
  activity.resume();
  EXPECT_TRUE(activity.recording());
  EXPECT_TRUE(activity.paused_between(within, realtime_ns())) << "began while nothing was recorded";
  EXPECT_FALSE(activity.paused_between(realtime_ns(), realtime_ns() + 1'000'000'000));
}

// A graph that was launched while nothing was recorded gets the ends of one that runs while recording is switched on.
TEST(ActivitySwitch, KnowsThatAKernelEndedWhileItSwitched) {
  static std::int64_t ended = 0;
  auto cupti = api();
  cupti->ActivityEnable = [](CUpti_ActivityKind) {
    ended = realtime_ns();
    std::this_thread::sleep_for(std::chrono::microseconds(10));
    return CUPTI_SUCCESS;
  };
  ActivitySwitch activity(cupti);
  activity.begin();
  EXPECT_TRUE(activity.pause());
  const std::int64_t begun = realtime_ns();
  activity.resume();
  EXPECT_TRUE(activity.paused_between(begun, ended));
}

// CUPTI waits for who takes its records, who asks this.
TEST(ActivitySwitch, AnswersWhileItSwitches) {
  ActivitySwitch activity(api());
  activity.begin();
  asked = &activity;
  EXPECT_TRUE(activity.pause());
  asked = nullptr;
  EXPECT_TRUE(answered);
}

}  // namespace
}  // namespace rooflens::inject
