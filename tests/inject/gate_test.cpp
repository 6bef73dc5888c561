// Who may pass when, with threads that stand still where the test wants them to.
#include "profiler/count/call_gate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;

TEST(Gate, ClosesWhenNobodyElseIsInside) {
  DriverGate gate;
  EXPECT_TRUE(DriverGate::Closed(gate));
  gate.enter();
  gate.enter();  // a call within a call
  EXPECT_TRUE(DriverGate::Closed(gate));
  gate.leave();
  gate.leave();
  EXPECT_TRUE(DriverGate::Closed(gate));
}

TEST(Gate, StaysOpenWhileAnotherThreadIsInside) {
  DriverGate gate;
  std::promise<void> inside;
  std::promise<void> may_leave;
  std::thread other([&] {
    gate.enter();
    inside.set_value();
    may_leave.get_future().wait();
    gate.leave();
  });
  inside.get_future().wait();
  EXPECT_FALSE(DriverGate::Closed(gate));
  may_leave.set_value();
  other.join();
  EXPECT_TRUE(DriverGate::Closed(gate));
}

TEST(Gate, LetsNobodyInWhileItIsClosed) {
  DriverGate gate;
  std::future<void> entered;
  {
    const DriverGate::Closed closed(gate);
    ASSERT_TRUE(closed);
    EXPECT_FALSE(DriverGate::Closed(gate));  // somebody else has it
    entered = std::async(std::launch::async, [&] {
      gate.enter();
      gate.leave();
    });
    EXPECT_EQ(entered.wait_for(milliseconds(20)), std::future_status::timeout);
  }
  EXPECT_EQ(entered.wait_for(milliseconds(5000)), std::future_status::ready);
}

// A launch whose holder waits for it.
TEST(Gate, HoldsNobodyForEver) {
  DriverGate gate;
  ASSERT_TRUE(gate.close());
  auto entered = std::async(std::launch::async, [&] { gate.enter(); });
  EXPECT_EQ(entered.wait_for(2 * DriverGate::kLongestHold), std::future_status::ready);
  gate.open();
}

TEST(Gate, ForgetsCallsWhoseEndNobodyHeardOf) {
  DriverGate gate;
  std::thread([&] { gate.enter(); }).join();
  EXPECT_FALSE(gate.close());
  gate.forget();
  EXPECT_TRUE(gate.close());
  gate.open();
}

// Their ends have no callbacks where those were switched off meanwhile.
TEST(Gate, CountsNoCallThatWasForgotten) {
  CallGate<struct ForgottenCalls> gate;
  gate.enter();
  gate.forget();
  gate.leave();
  std::atomic<bool> entered{false};
  std::atomic<bool> over{false};
  std::thread other([&] {
    gate.enter();
    entered = true;
    while (!over) std::this_thread::sleep_for(std::chrono::microseconds(100));
    gate.leave();
  });
  while (!entered) std::this_thread::sleep_for(std::chrono::microseconds(100));
  EXPECT_FALSE(gate.close()) << "somebody is inside";
  over = true;
  other.join();
  EXPECT_TRUE(gate.close());
}

// Launches pass after a while, and are forgotten when callbacks were off; changes of graphs neither pass nor are.
TEST(Gate, HoldsChangesAsLongAsItIsClosed) {
  LaunchGate gate;
  ASSERT_TRUE(gate.close());
  std::thread([&] { gate.enter(); }).join();
  ASSERT_TRUE(gate.passed());
  std::atomic<bool> changes{false};
  std::thread other([&] {
    gate.enter_change();
    changes = true;
    gate.leave_change();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(changes);
  gate.forget();
  gate.hold_changes(LaunchGate::Clock::now() + std::chrono::milliseconds(200));
  gate.open();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(changes) << "what was counted runs on";
  other.join();
  EXPECT_TRUE(gate.close());
}

TEST(Gate, StaysOpenWhileAnotherThreadChangesAGraph) {
  LaunchGate gate;
  std::atomic<bool> inside{false}, leave{false};
  std::thread other([&] {
    gate.enter_change();
    gate.enter_change();  // the handler of a signal left the first
    inside = true;
    while (!leave) std::this_thread::yield();
    gate.leave_change();
  });
  while (!inside) std::this_thread::yield();
  gate.forget();
  EXPECT_FALSE(gate.close());
  leave = true;
  other.join();
  EXPECT_TRUE(gate.close());
}

}  // namespace
}  // namespace rooflens::inject
