// Deadlines on a wait that has none, with a GPU that is busy until the test says otherwise.
#include "profiler/count/idle_wait.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <thread>

#include "profiler/count/stillness.hpp"

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct IdleWaitTest : ::testing::Test {
  std::shared_ptr<std::atomic<bool>> busy = std::make_shared<std::atomic<bool>>(false);
  Synchronize synchronize = [busy = busy](const std::atomic<bool>& stop) {
    while (*busy && !stop) std::this_thread::sleep_for(milliseconds(1));
    return !*busy;
  };
  ~IdleWaitTest() override { *busy = false; }
};

TEST_F(IdleWaitTest, EndsWhenTheGpuDoes) {
  IdleWait wait(synchronize);
  EXPECT_TRUE(wait.within(seconds(10)));
}

TEST_F(IdleWaitTest, GivesUpAtItsDeadline) {
  IdleWait wait(synchronize);
  *busy = true;
  EXPECT_FALSE(wait.within(milliseconds(5)));
  *busy = false;
  EXPECT_TRUE(wait.within(seconds(10))) << "the first question was answered late";
}

// CUPTI runs on the library's own threads, whatever the application chose for its own (ulimit -s).
TEST_F(IdleWaitTest, HasAStackOfItsOwnSize) {
  pthread_attr_t attributes;
  pthread_attr_t before;
  ASSERT_EQ(pthread_getattr_default_np(&before), 0);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  ASSERT_EQ(pthread_setattr_default_np(&attributes), 0);
  std::size_t size = 0;
  IdleWait wait([&](const std::atomic<bool>&) {
    pthread_attr_t own;
    pthread_getattr_np(pthread_self(), &own);
    pthread_attr_getstacksize(&own, &size);
    pthread_attr_destroy(&own);
    return true;
  });
  EXPECT_TRUE(wait.within(seconds(10)));
  EXPECT_GE(size, 8U << 20U);
  pthread_setattr_default_np(&before);
  pthread_attr_destroy(&before);
  pthread_attr_destroy(&attributes);
}

TEST_F(IdleWaitTest, IsLeftWhileTheGpuIsBusy) {
  *busy = true;
  IdleWait wait(synchronize);
  EXPECT_FALSE(wait.within(milliseconds(1)));
}

TEST_F(IdleWaitTest, TakesAnErrorForNoAnswer) {
  IdleWait wait([](const std::atomic<bool>&) { return false; });
  EXPECT_FALSE(wait.within(seconds(10)));
}

// A capture would fail if the thread asked meanwhile.
TEST_F(IdleWaitTest, LeavesTheDriverWhenItIsTold) {
  std::atomic<int> inside{0};
  IdleWait wait([&, ask = synchronize](const std::atomic<bool>& stop) {
    ++inside;
    const bool idle = ask(stop);
    --inside;
    return idle;
  });
  *busy = true;
  EXPECT_FALSE(wait.within(milliseconds(5)));
  EXPECT_TRUE(wait.leaves_driver(seconds(10)));
  EXPECT_EQ(inside, 0);
  *busy = false;
  EXPECT_TRUE(wait.within(seconds(10))) << "it was told once";
  EXPECT_EQ(inside, 0);
}

TEST_F(IdleWaitTest, StillnessHoldsLaunchesOnlyWhileTheGpuIsDone) {
  LaunchGate gate;
  Stillness still(gate, synchronize);
  *busy = true;
  EXPECT_FALSE(still.begin(milliseconds(1)));
  EXPECT_TRUE(gate.close()) << "nothing is held";
  gate.open();
  *busy = false;
  EXPECT_FALSE(still.begin(seconds(10))) << "not again so soon";
  EXPECT_TRUE(still.begin(seconds(10), true));
  EXPECT_FALSE(gate.close());
  still.end();
  EXPECT_TRUE(gate.close());
  gate.open();
}

// Counters that nothing wants are given back where that happens to be possible: what is wanted later is not put off.
TEST_F(IdleWaitTest, StillnessThatIsBegunAsideLeavesNoPauseBehind) {
  LaunchGate gate;
  Stillness still(gate, synchronize);
  *busy = true;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(still.begin_aside(milliseconds(1)));
  *busy = false;
  EXPECT_TRUE(still.begin(seconds(10)));
  still.end();
}

// What it launched may wait for the host.
TEST_F(IdleWaitTest, StillnessIsBegunAnewWhenSomebodyWentBy) {
  LaunchGate gate;
  std::atomic<int> questions{0};
  Stillness still(gate, [&](const std::atomic<bool>&) { return ++questions < 5; });
  ASSERT_TRUE(still.begin(seconds(10)));
  ASSERT_TRUE(still.begin(seconds(10)));
  EXPECT_EQ(questions, 1) << "it lasts";
  const auto pass = [&] {
    gate.enter();
    gate.leave();
  };
  std::thread(pass).join();
  EXPECT_TRUE(still.lasts(seconds(10)));
  EXPECT_EQ(questions, 3) << "after the launch too";
  std::thread(pass).join();
  EXPECT_FALSE(still.lasts(seconds(10)));
  EXPECT_TRUE(gate.close()) << "nothing is held";
  gate.open();
}

// As in a queue that is full, whose launches wait for a kernel.
TEST_F(IdleWaitTest, StillnessCostsLittleWhileAThreadStaysInItsLaunch) {
  LaunchGate gate;
  std::thread([&] { gate.enter(); }).join();
  Stillness still(gate, synchronize);
  const auto begin = Stillness::Clock::now();
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(still.begin(seconds(10)));
  EXPECT_LT(Stillness::Clock::now() - begin, milliseconds(500)) << "each attempt takes three milliseconds";
}

}  // namespace
}  // namespace rooflens::inject
