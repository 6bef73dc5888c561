// Who may pass when, with threads that stand still where the test wants them to.
#include "profiler/inject/driver_gate.hpp"

#include <gtest/gtest.h>

#include <future>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;

TEST(DriverGate, ClosesWhenNobodyElseIsInside) {
  DriverGate gate;
  EXPECT_TRUE(DriverGate::Closed(gate));
  gate.enter();
  gate.enter();  // a call within a call
  EXPECT_TRUE(DriverGate::Closed(gate));
  gate.leave();
  gate.leave();
  EXPECT_TRUE(DriverGate::Closed(gate));
}

TEST(DriverGate, StaysOpenWhileAnotherThreadIsInside) {
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

TEST(DriverGate, LetsNobodyInWhileItIsClosed) {
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

}  // namespace
}  // namespace rooflens::inject
