// Which launches the engine counts, and how it ends.
#include <setjmp.h>
#include <signal.h>

#include <gtest/gtest.h>

#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

TEST_F(EngineTest, CountsTheLaunchesThatHaveTheNumbersAskedFor) {
  config.skip = 3;
  config.count = 2;
  begin();
  std::vector<bool> counts;
  for (int i = 0; i < 10; ++i) counts.push_back(launch());
  EXPECT_EQ(counts, (std::vector<bool>{false, false, false, false, true, true, false, false, false, false}))
      << "the fourth loads code, and is none of the two";
}

TEST_F(EngineTest, CountsAsManyLaunchesAsAskedForBesidesThoseThatAreLeftAlone) {
  config.count = 2;
  begin();
  load();
  int event = 0;
  engine->handles().event_created(&event, true);
  engine->event_recorded(&event);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch()) << "the program times it";
  engine->event_recorded(&event);
  std::this_thread::sleep_for(110ms);
  EXPECT_TRUE(launch("add", kContext, false)) << "the driver refuses it";
  *busy = true;
  EXPECT_FALSE(launch());
  *busy = false;
  std::this_thread::sleep_for(1100ms);
  int counts = 0;
  for (int i = 0; i < 20; ++i) counts += launch() ? 1 : 0;
  EXPECT_EQ(counts, 2);
}

TEST_F(EngineTest, CountsWhatTheUserChose) {
  config.kernel_pattern = "^a";
  config.exclude_pattern = "all";
  config.nvtx_range = "step";
  begin();
  for (const char* symbol : {"add", "other", "add_all"}) {
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch(symbol)) << "outside the range";
  }
  ranges.push("", "step");
  load();
  EXPECT_TRUE(launch());
  for (const char* symbol : {"other", "add_all"}) {
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch(symbol)) << symbol;
  }
}

TEST_F(EngineTest, WaitsForTheProfilerOfTheProgram) {
  config.wait_for_profiler_start = true;
  begin();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
  engine->profiler_started(true);
  load();
  EXPECT_TRUE(launch());
  engine->profiler_started(false);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
}

TEST_F(EngineTest, LeavesLaunchesAloneThatTheProgramTimes) {
  begin();
  load();
  int event = 0;
  engine->handles().event_created(&event, true);
  engine->event_recorded(&event);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
  engine->event_recorded(&event);
  EXPECT_FALSE(launch());
  EXPECT_TRUE(noted("self-timed"));
  std::this_thread::sleep_for(110ms);
  for (int i = 0; i < 20; ++i) launch();
  EXPECT_GT(counted(), 0);
}

TEST_F(EngineTest, RecordsNothingWhileTheProgramComparesCandidates) {
  begin();
  load();
  int event = 0;
  engine->handles().event_created(&event, true);
  const auto time = [&](const char* symbol) {
    engine->event_recorded(&event);
    EXPECT_FALSE(launch(symbol));
    engine->event_recorded(&event);
  };
  static constexpr std::string_view kNames = "abcdefghijklmnop";
  for (const char& name : kNames.substr(1)) time(&name);
  engine->ration();
  EXPECT_TRUE(engine->activity().recording()) << "a program may time each of its kernels";
  time(kNames.data());
  engine->ration();
  EXPECT_FALSE(engine->activity().recording());
  EXPECT_TRUE(noted("untimed"));
  for (int i = 0; i < 300; ++i) launch();
  engine->ration();
  EXPECT_TRUE(engine->activity().recording()) << "its steps have begun";
}

// Patched code, which needs no hardware counters, hung and crashed programs.
TEST_F(EngineTest, LeavesLaunchesAloneWhereHardwareCountersAreRefused) {
  script.refuses = true;
  begin();
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(launch());
  EXPECT_TRUE(engine->activity().recording());
  engine->finish();
  EXPECT_EQ(script.patched, 0);
  EXPECT_TRUE(noted("permission"));
  EXPECT_TRUE(written<ObservationRecord>().empty());
}

TEST_F(EngineTest, CountsInstructionsInOneContextOfADevice) {
  config.lines = true;
  config.launches_per_kernel = 0;
  begin();
  EXPECT_TRUE(launch());
  std::this_thread::sleep_for(1100ms);  // until the other context may have the counters
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(launch("other", kOtherContext));
  EXPECT_EQ(script.patched, 1);
}

// What CUPTI keeps for them in the context, it would free at the end of the process.
TEST_F(EngineTest, ForgetsInstructionsBeforeTheirContextEnds) {
  config.lines = true;
  config.launches_per_kernel = 0;
  begin();
  EXPECT_TRUE(launch());
  engine->context_ends(kContext);
  EXPECT_EQ(script.forgotten, 1);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch("other", kOtherContext)) << "CUPTI is not asked a second time";
  engine->context_ends(kOtherContext);
  EXPECT_FALSE(launch()) << "in a context of the same address";
  EXPECT_EQ(script.forgotten, 1);
}

// CUPTI begins with a lock that a launch waits for, which holds what CUPTI waits for then.
TEST_F(EngineTest, SamplesWarpsOnceNoOtherThreadIsWithinTheDriver) {
  config.stalls = true;
  begin();
  std::atomic<int> step{0};
  std::thread other([&] {
    engine->gate().enter();
    ++step;
    while (step < 2) std::this_thread::sleep_for(1ms);
    engine->gate().leave();
  });
  while (step < 1) std::this_thread::sleep_for(1ms);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(launch()) << "samples come first";
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_EQ(script.samplings, 0);
  ++step;
  other.join();
  for (const auto until = Clock::now() + 10s; script.samplings == 0 && Clock::now() < until;) EXPECT_FALSE(launch());
  EXPECT_EQ(script.samplings, 1);
  engine->finish();
}

// CUPTI 13.0 neither counts after it was refused, nor ends what it had begun: four of four programs crashed.
TEST_F(EngineTest, CountsNothingWhereSamplingIsRefused) {
  config.stalls = true;
  config.lines = true;
  script.sampling_busy = true;
  begin();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
  EXPECT_EQ(script.samplings, 0);
  EXPECT_EQ(script.patched, 0);
  EXPECT_TRUE(noted("unavailable"));
  ASSERT_NE(script.samples, nullptr);
  script.samples->pPcData[0].stallReason[0].samples = 1;  // as CUPTI's thread may do later
  engine->finish();
}

TEST_F(EngineTest, CountsNoInstructionsOfCodeThatWasNotSeen) {
  config.lines = true;
  config.launches_per_kernel = 0;
  sees_code = false;
  begin();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
  EXPECT_EQ(script.patched, 0);
}

TEST_F(EngineTest, WritesDownInstructionsOfLaunchesThatWereMadeAlone) {
  config.lines = true;
  config.launches_per_kernel = 0;
  begin();
  EXPECT_TRUE(launch("add", kContext, false));
  EXPECT_TRUE(launch()) << "of the first there was nothing to count";
  EXPECT_FALSE(launch());
  engine->finish();
  EXPECT_EQ(written<collect::spool::InstructionsRecord>().size(), 1U);
}

// Fibers too, whose stacks are none of the thread's.
TEST_F(EngineTest, CountsNothingOnAStackThatIsSmall) {
  begin();
  const auto counts = [&](std::size_t stack) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    const auto some = [](void* own) -> void* {
      bool any = false;
      for (int i = 0; i < 5; ++i) any |= static_cast<EngineTest*>(own)->launch();
      return any ? own : nullptr;
    };
    pthread_t thread;
    void* any = nullptr;
    pthread_create(&thread, &attributes, some, static_cast<EngineTest*>(this));
    pthread_join(thread, &any);
    pthread_attr_destroy(&attributes);
    return any != nullptr;
  };
  EXPECT_FALSE(counts(192 << 10));
  EXPECT_TRUE(noted("stack"));
  EXPECT_TRUE(counts(1 << 20));
}

// A handler went on elsewhere, out of the driver.
TEST_F(EngineTest, EndsALaunchThatWasLeftInTheMiddle) {
  begin();
  load();
  LaunchCall call;
  call.function = "add";
  call.grid = {1, 1, 1};
  call.block = {32, 1, 1};
  engine->launches().enter();
  EXPECT_EQ(engine->launch_enter(kContext, 900, call, "add"), nullptr);
  ASSERT_TRUE(Engine::counts_here());
  launch("other");
  EXPECT_EQ(script.open_ranges, 0);
  std::thread([&] {
    EXPECT_TRUE(engine->launches().close()) << "nobody is inside, and nobody holds launches";
    engine->launches().open();
  }).join();
  load("another");
  EXPECT_TRUE(launch("another"));
}

sigjmp_buf elsewhere;

// The GPU is busy, so the launch waits to be counted when the handler of a signal goes on elsewhere.
TEST_F(EngineTest, GoesOnAfterAHandlerThatLeftALaunch) {
  begin();
  load();
  struct sigaction before {
  }, leaves{};
  leaves.sa_handler = [](int) { siglongjmp(elsewhere, 1); };
  sigaction(SIGUSR1, &leaves, &before);
  *busy = true;
  std::thread sender([own = pthread_self()] {
    std::this_thread::sleep_for(100ms);
    pthread_kill(own, SIGUSR1);
  });
  if (sigsetjmp(elsewhere, 1) == 0) {
    launch();
    ADD_FAILURE() << "the handler did not run";
  }
  sender.join();
  sigaction(SIGUSR1, &before, nullptr);
  const auto left = Clock::now();
  engine->end_left();  // as the callback does that comes next
  EXPECT_GE(Clock::now() - left, 500ms) << "what nobody waits for any more goes on for a second";
  engine->launches().leave();
  *busy = false;
  bool counts = false;
  for (int i = 0; i < 50 && !counts; ++i) {  // a GPU that was busy is asked again after a second
    std::this_thread::sleep_for(50ms);
    counts = launch();
  }
  EXPECT_TRUE(counts);
}

TEST_F(EngineTest, StopsForAFatalError) {
  begin();
  load();
  ASSERT_TRUE(launch());
  engine->fatal_error();
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(launch());
  const int windows = script.windows;
  engine->tick();
  engine->finish();
  EXPECT_EQ(script.windows, windows);
  EXPECT_EQ(script.open_windows, 1) << "CUPTI is left alone";
  EXPECT_EQ(written<collect::spool::EndRecord>().size(), 1U);
}

TEST_F(EngineTest, LeavesCuptiAloneAfterAFatalErrorInTheMiddleOfALaunch) {
  begin();
  load();
  ASSERT_TRUE(launch("add", kContext, true, [&] { engine->fatal_error(); }));
  EXPECT_EQ(script.open_ranges, 1) << "nothing is called to end it";
  EXPECT_FALSE(script.records) << "nor to record again";
  EXPECT_FALSE(launch());
  engine->context_ends(kContext);
  EXPECT_EQ(script.enabled, 1) << "nor when the context ends";
}

// Kernels that were launched far ahead end long after launches were last looked at. Another thread asks for their
// records: this one may be within a launch that nobody saw, for whose locks CUPTI waits.
TEST_F(EngineTest, AsksForRecordsAtTheEndInTheMiddleOfARest) {
  ASSERT_NO_FATAL_FAILURE(begin_and_rest());
  std::atomic<bool> by_another{false}, goes_on{false}, over{false};
  script.flush = [&, own = std::this_thread::get_id()] {
    by_another = std::this_thread::get_id() != own;
    while (!goes_on) std::this_thread::sleep_for(1ms);
    over = true;
  };
  const auto begin = Clock::now();
  engine->finish();
  EXPECT_LT(Clock::now() - begin, 5s) << "CUPTI does not come back";
  EXPECT_TRUE(by_another);
  goes_on = true;
  while (by_another && !over) std::this_thread::sleep_for(1ms);
}

}  // namespace
}  // namespace rooflens::inject
