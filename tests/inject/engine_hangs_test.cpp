// What threads wait for that CUPTI, the driver or the handler of a signal holds up: never for long.
#include <cupti.h>
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>

#include "profiler/inject/callbacks.hpp"
#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

sigjmp_buf hang_left;

struct EngineHangs : EngineTest {
  struct sigaction before {};

  void SetUp() override {
    EngineTest::SetUp();
    struct sigaction leaves {};
    leaves.sa_handler = [](int) { siglongjmp(hang_left, 1); };
    sigaction(SIGUSR1, &leaves, &before);
    begin();
    load();
  }
  void TearDown() override {
    sigaction(SIGUSR1, &before, nullptr);
    EngineTest::TearDown();
  }
  // A launch that is counted, out of which the handler of a signal goes elsewhere when it is in the driver.
  void leave_a_launch() {
    LaunchCall call;
    call.function = "add";
    call.grid = {1, 1, 1};
    call.block = {32, 1, 1};
    engine->launches().enter();
    EXPECT_EQ(engine->launch_enter(kContext, 900, call, "add"), nullptr);
    ASSERT_TRUE(Engine::counts_here());
  }
  void call(CUpti_CallbackId id, void* params) {
    CUresult result = CUDA_SUCCESS;
    CUpti_CallbackData data{};
    data.context = kContext;
    data.functionParams = params;
    data.functionReturnValue = &result;
    data.callbackSite = CUPTI_API_ENTER;
    follow_callback(*engine, false, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
  }
  [[nodiscard]] bool nobody_launches() {
    bool closed = false;
    std::thread([&] {
      closed = engine->launches().close();
      if (closed) engine->launches().open();
    }).join();
    return closed;
  }
  static Clock::duration time_of(const std::function<void()>& work) {
    const auto from = Clock::now();
    work();
    return Clock::now() - from;
  }
  // Within `work` as soon as `begun`, whatever this thread does then.
  void leave_when(const std::atomic<bool>& begun, const std::function<void()>& work) {
    std::thread sender([&begun, own = pthread_self()] {
      while (!begun) std::this_thread::sleep_for(1ms);
      pthread_kill(own, SIGUSR1);
    });
    if (sigsetjmp(hang_left, 1) == 0) {
      work();
      ADD_FAILURE() << "the handler did not run";
    }
    sender.join();
    engine->end_left();  // as the callback does that comes next
  }
};

TEST_F(EngineHangs, AModuleIsUnloadedAfterALaunchThatWasLeft) {
  leave_a_launch();
  cuModuleUnload_params params{};
  EXPECT_LT(time_of([&] { call(CUPTI_DRIVER_TRACE_CBID_cuModuleUnload, &params); }), 5s);
  EXPECT_EQ(script.open_ranges, 0);
  EXPECT_EQ(script.enabled, 0);
  EXPECT_TRUE(nobody_launches());
}

TEST_F(EngineHangs, ACaptureBeginsAfterALaunchThatWasLeft) {
  leave_a_launch();
  cuStreamBeginCapture_v2_params params{};
  EXPECT_LT(time_of([&] { call(CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2, &params); }), 5s);
  EXPECT_EQ(script.open_windows, 0);
}

// Two devices, whose counters go to another context each: CUPTI is called while nobody else launches.
TEST_F(EngineHangs, TwoThreadsThatWantCountersOfOtherContextsDoNotWaitForEachOther) {
  const auto context = [](std::uintptr_t number) { return reinterpret_cast<CUcontext>(number); };
  ASSERT_TRUE(launch());
  load("add", context(1001));
  ASSERT_TRUE(launch("add", context(1001)));
  load("add", context(2000));
  load("add", context(2001));
  std::this_thread::sleep_for(1100ms);
  std::atomic<int> inside{0}, over{0};
  const auto work = [&](CUcontext own, std::uint32_t number) {
    LaunchCall call;
    call.function = "add";
    call.grid = {1, 1, 1};
    call.block = {32, 1, 1};
    engine->launches().enter();
    for (++inside; inside < 2;) std::this_thread::yield();
    EXPECT_EQ(engine->launch_enter(own, number, call, "add"), nullptr);
    for (++over; over < 2;) std::this_thread::yield();
    engine->launch_exit(number, true);
    engine->launches().leave();
  };
  std::thread other([&] { work(context(2000), 1000); });
  work(context(2001), 1001);
  other.join();
  EXPECT_FALSE(noted("counters-kept"));
  bool counts = false;
  for (int i = 0; i < 40 && !counts; ++i) {
    std::this_thread::sleep_for(50ms);
    counts = launch("add", context(2000));
  }
  EXPECT_TRUE(counts) << "later";
}

// Which the driver says in the middle of a call that has no callback of its own.
TEST_F(EngineHangs, AContextEndsAfterALaunchThatWasLeft) {
  leave_a_launch();
  CUpti_ResourceData ends{};
  ends.context = kContext;
  EXPECT_LT(time_of([&] {
              follow_callback(*engine, false, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING,
                              &ends);
            }),
            5s);
  EXPECT_EQ(script.enabled, 0);
}

// The launch did not end in time, so records are off. Another thread switches them on and waits for the driver, which
// ends the context.
TEST_F(EngineHangs, AContextEndsWhileAnotherThreadIsInCupti) {
  record("add", 1'000'000);
  ASSERT_TRUE(launch("add", kContext, true, [&] { *busy = true; }));
  *busy = false;
  std::atomic<bool> inside{false}, ended{false};
  script.record = [&] {
    inside = true;
    while (!ended) std::this_thread::sleep_for(1ms);
  };
  std::thread other([&] {
    engine->activity().resume();
    EXPECT_TRUE(engine->activity().pause());
  });
  while (!inside) std::this_thread::sleep_for(1ms);
  EXPECT_LT(time_of([&] { engine->context_ends(kContext); }), 1s);
  ended = true;
  other.join();
  engine->tick();
  EXPECT_TRUE(engine->activity().recording()) << "later";
}

TEST_F(EngineHangs, ACaptureBeginsAfterOneThatWasLeft) {
  ASSERT_TRUE(launch());
  ASSERT_EQ(script.open_windows, 1);
  std::atomic<bool> stopping{false}, goes_on{false};
  script.stop = [&] {
    stopping = true;
    while (!goes_on) std::this_thread::sleep_for(1ms);
  };
  leave_when(stopping, [&] { engine->capture_begins(&streams[0], kContext); });
  std::thread later([&] {
    std::this_thread::sleep_for(500ms);
    goes_on = true;
  });
  EXPECT_LT(time_of([&] { engine->capture_begins(&streams[1], kContext); }), 5s);
  later.join();
  EXPECT_EQ(script.open_windows, 0) << "what was begun ends by itself";
  engine->capture_ends(&streams[1]);
  load("other");
  EXPECT_TRUE(launch("other")) << "the first capture never began";
}

TEST_F(EngineHangs, AModuleIsUnloadedAfterAnUnloadingThatWasLeft) {
  ASSERT_TRUE(launch());
  std::atomic<bool> stopping{false};
  script.stop = [&] {
    stopping = true;
    std::this_thread::sleep_for(500ms);
  };
  leave_when(stopping, [&] { engine->module_unloads(); });
  EXPECT_LT(time_of([&] { engine->module_unloads(); }), 5s);
  EXPECT_EQ(script.enabled, 0);
}

}  // namespace
}  // namespace rooflens::inject
