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

}  // namespace
}  // namespace rooflens::inject
