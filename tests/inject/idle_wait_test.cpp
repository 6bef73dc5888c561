// Deadlines on a wait that has none, with a GPU that is busy until the test says otherwise.
#include "profiler/count/idle_wait.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "profiler/count/stillness.hpp"

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct IdleWaitTest : ::testing::Test {
  std::shared_ptr<std::atomic<bool>> busy = std::make_shared<std::atomic<bool>>(false);
  std::function<void()> synchronize = [busy = busy] {
    while (*busy) std::this_thread::sleep_for(milliseconds(1));
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

TEST_F(IdleWaitTest, IsLeftWhileTheGpuIsBusy) {
  *busy = true;
  IdleWait wait(synchronize);
  EXPECT_FALSE(wait.within(milliseconds(1)));
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

}  // namespace
}  // namespace rooflens::inject
