// Launches between two events of a driver that is a few functions here.
#include "profiler/count/event_times.hpp"

#include <gtest/gtest.h>

#include <map>
#include <thread>
#include <vector>

#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace rooflens::inject {
namespace {

using namespace std::chrono_literals;

// Each event that is recorded is 70 us after the last one.
struct {
  std::uintptr_t created = 0;
  float now_ms = 0;
  bool busy = false;
  std::map<CUevent, float> at_ms;
} gpu;

const EventCalls kCalls{[](CUevent* event, unsigned) {
                          *event = reinterpret_cast<CUevent>(++gpu.created);
                          return CUDA_SUCCESS;
                        },
                        [](CUevent event, CUstream) {
                          gpu.at_ms[event] = gpu.now_ms += 0.07F;
                          return CUDA_SUCCESS;
                        },
                        [](float* ms, CUevent begin, CUevent end) {
                          if (gpu.busy) return CUDA_ERROR_NOT_READY;
                          *ms = gpu.at_ms.at(end) - gpu.at_ms.at(begin);
                          return CUDA_SUCCESS;
                        }};

struct EventTimesTest : ::testing::Test {
  fixtures::ScratchFolder folder;
  Logbook logbook{(folder / "1.spool").string()};
  KernelTable kernels{"", {}};
  EventTimes events{[] { return kCalls; }};
  CUcontext context = nullptr;  ///< another one in each test: threads keep what they began in one
  std::uint64_t ended = 0;      ///< contexts
  EventTimes::Clock::time_point now{1h};

  void SetUp() override {
    static std::uintptr_t contexts = 0;
    context = reinterpret_cast<CUcontext>(++contexts);
    ended = 100 * contexts;
    gpu = {};
  }

  SeenKernel& kernel(double mean_ns, std::uint64_t launches = 100, const char* name = "copy") {
    LaunchCall call;
    call.function = name;
    bool fresh = false;
    SeenKernel& made = kernels.find(0, call, name, fresh);
    made.mean_ns = mean_ns;
    made.launches = launches;
    return made;
  }
  std::vector<collect::spool::EventTimesRecord> written() {
    std::vector<collect::spool::EventTimesRecord> all;
    for (const auto& record : fixtures::read_spool(folder / "1.spool").records) {
      if (const auto* times = std::get_if<collect::spool::EventTimesRecord>(&record)) all.push_back(*times);
    }
    return all;
  }
  void launch(SeenKernel& k, bool launched = true) {
    events.begin(k, nullptr, context, ended);
    events.end(nullptr, context, ended, launched);
  }
  void read() {
    std::this_thread::sleep_for(2ms);
    events.read(context, ended);
  }
};

TEST_F(EventTimesTest, AreWrittenOnceForEachKernel) {
  SeenKernel& copy = kernel(100'000);
  for (int i = 0; i < 9; ++i) launch(copy);
  gpu.busy = true;
  read();
  EXPECT_EQ(copy.times_by_events.added, 0U);
  gpu.busy = false;
  read();
  EXPECT_EQ(copy.times_by_events.added, 9U);
  copy.mean_ns = 0;
  EventTimes::write(kernels, logbook, false);
  EXPECT_TRUE(written().empty());  // without records there is nothing to compare with
  copy.mean_ns = 75'000;
  EventTimes::write(kernels, logbook, false);
  EventTimes::write(kernels, logbook, true);
  const auto all = written();
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all[0].samples_ns.size(), 9U);
  EXPECT_NEAR(all[0].samples_ns[0], 70'000, 10);
  EXPECT_EQ(all[0].records_ns, 75'000);
}

// As those of the first launches do, some of which find the GPU with nothing to do.
TEST_F(EventTimesTest, AreTakenAnewWhereTheyDiffer) {
  SeenKernel& copy = kernel(75'000);
  TimesByEvents& times = copy.times_by_events;
  const auto add = [&](double other_ns) {
    for (std::size_t i = 0; i < TimesByEvents::kMost; ++i) times.add(i % 2 == 0 ? 70'000 : other_ns);
    EventTimes::write(kernels, logbook, false);
  };
  add(76'000);
  EXPECT_TRUE(written().empty());
  EXPECT_TRUE(times.wants_more());
  add(71'000);
  EXPECT_EQ(written().size(), 1U);
  EXPECT_FALSE(times.wants_more());
}

TEST_F(EventTimesTest, AreNotWrittenWhereTheyAlwaysDiffer) {
  SeenKernel& copy = kernel(75'000);
  for (int i = 0; i < TimesByEvents::kTries; ++i) {
    EXPECT_TRUE(copy.times_by_events.wants_more());
    for (std::size_t k = 0; k < TimesByEvents::kMost; ++k) copy.times_by_events.add(k % 2 == 0 ? 70'000 : 90'000);
    EventTimes::write(kernels, logbook, false);
  }
  EXPECT_FALSE(copy.times_by_events.wants_more());
  EventTimes::write(kernels, logbook, true);
  EXPECT_TRUE(written().empty());
}

TEST_F(EventTimesTest, OfFewLaunchesAreWrittenInTheEnd) {
  SeenKernel& copy = kernel(100'000);
  for (int i = 0; i < 5; ++i) launch(copy);
  read();
  EventTimes::write(kernels, logbook, false);
  EXPECT_TRUE(written().empty());
  EventTimes::write(kernels, logbook, true);
  EXPECT_EQ(written().size(), 1U);
}

TEST_F(EventTimesTest, AreNotThoseOfAFailedLaunch) {
  SeenKernel& copy = kernel(100'000);
  launch(copy, false);
  read();
  EXPECT_EQ(copy.times_by_events.added, 0U);
}

TEST_F(EventTimesTest, EndWithTheirContext) {
  SeenKernel& copy = kernel(100'000);
  launch(copy);
  ++ended;
  read();
  launch(copy);
  EXPECT_EQ(gpu.created, 4U);
  read();
  EXPECT_EQ(copy.times_by_events.added, 1U);
}

TEST_F(EventTimesTest, AThreadHasSixteenOnTheirWay) {
  SeenKernel& copy = kernel(100'000);
  gpu.busy = true;
  for (int i = 0; i < 40; ++i) launch(copy);
  EXPECT_EQ(gpu.created, 32U);
}

TEST_F(EventTimesTest, RecordsRestForThemATenthOfASecondAndAQuarterOfTheTime) {
  SeenKernel& copy = kernel(100'000);
  EXPECT_TRUE(events.wants(copy));
  int resting = 0;
  const int steps = 20'000;
  for (int i = 0; i < steps; ++i) {
    copy.launches += 1;
    const bool rests = events.wants_rest(kernels, true, now + i * 10ms);
    resting += rests;
    if (i == 39) {
      EXPECT_EQ(resting, 10);
    }
  }
  EXPECT_EQ(resting, 200);  // 2 s in all, though none was timed
}

TEST_F(EventTimesTest, RecordsDoNotRestForNothing) {
  SeenKernel& copy = kernel(collect::spool::EventTimesRecord::kShortest_ns - 1);
  const auto rests = [&](bool looks = true) { return events.wants_rest(kernels, looks, now += 1s); };
  EXPECT_FALSE(rests());
  EXPECT_FALSE(events.wants(copy));
  copy.mean_ns = collect::spool::EventTimesRecord::kShortest_ns;
  copy.launches = TimesByEvents::kMost;
  EXPECT_FALSE(rests());
  copy.launches = 100;
  EXPECT_FALSE(rests(false));  // nobody looks at launches
  EXPECT_TRUE(rests());
  EXPECT_FALSE(rests(false));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(rests());  // three times as long as it may have been, and not launched since
  copy.launches = 101;
  EXPECT_TRUE(rests());
  EXPECT_FALSE(rests(false));
  copy.launches = 102;
  for (std::size_t i = 0; i < TimesByEvents::kMost; ++i) copy.times_by_events.add(1);
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(rests());
  EventTimes without([] { return EventCalls{}; });
  copy.launches = 103;
  copy.times_by_events.added = 0;
  EXPECT_FALSE(without.wants(copy));
  EXPECT_FALSE(without.wants_rest(kernels, true, now));
}

// A phase of 80 launches may be over before records go on, and its kernel would have no time.
TEST_F(EventTimesTest, RecordsDoNotRestWhileKernelsComeThatAreNew) {
  SeenKernel& copy = kernel(100'000, 100);
  const auto rests = [&](std::chrono::milliseconds after) {
    ++copy.launches;
    return events.wants_rest(kernels, true, now += after);
  };
  EXPECT_FALSE(rests(20ms));
  EXPECT_FALSE(rests(180ms));
  EXPECT_TRUE(rests(20ms));
  kernel(0, 1, "sum");
  EXPECT_FALSE(rests(20ms)) << "the new one ends it";
  EXPECT_FALSE(rests(180ms));
  EXPECT_FALSE(rests(100ms));
  EXPECT_TRUE(rests(100ms)) << "three times as long as the one before may have been";
}

TEST_F(EventTimesTest, RecordsRestInLooksAlone) {
  SeenKernel& copy = kernel(100'000);
  int resting = 0;
  for (int look = 0; look < 12; ++look) {  // of 100 ms, each 900 ms after the last one
    for (int i = 0; i < 10; ++i) {
      ++copy.launches;
      resting += events.wants_rest(kernels, true, now += 10ms);
    }
    ++copy.launches;
    EXPECT_FALSE(events.wants_rest(kernels, false, now += 900ms));
  }
  EXPECT_LE(resting, 40);  // of 120
  EXPECT_GE(resting, 10);
}

TEST_F(EventTimesTest, AThreadLaunchesInAFewContexts) {
  SeenKernel& copy = kernel(100'000);
  const auto first = reinterpret_cast<std::uintptr_t>(context);
  for (int i = 0; i < 12; ++i) {
    context = reinterpret_cast<CUcontext>(first + 1'000U * static_cast<unsigned>(i % 6));
    launch(copy);
    read();
  }
  EXPECT_EQ(gpu.created, 16U);
  EXPECT_EQ(copy.times_by_events.added, 8U);
}

TEST_F(EventTimesTest, AreNotOfNodesOrOfLaunchesThatMayOverlap) {
  SeenKernel& copy = kernel(100'000);
  copy.node = true;
  EXPECT_FALSE(events.wants(copy));
  copy.node = false;
  EXPECT_TRUE(events.wants(copy));
  copy.times_by_events.excluded = true;
  EXPECT_FALSE(events.wants(copy));
}

TEST_F(EventTimesTest, NoMoreThanTwiceAsManyAreBegun) {
  SeenKernel& copy = kernel(100'000);
  launch(copy);
  EXPECT_EQ(copy.times_by_events.begun, 1U);
  copy.times_by_events.begun = 2 * TimesByEvents::kMost;
  EXPECT_FALSE(events.wants(copy));
}

}  // namespace
}  // namespace rooflens::inject
