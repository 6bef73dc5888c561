// Calls of this program that come to another function than they were linked with.
#include "profiler/observe/redirect_calls.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace rooflens::inject {
namespace {

pid_t nobody() { return 42; }

// The object that holds `own` is left as it is, and so are those that are excepted by name.
TEST(RedirectCalls, ComeToTheOtherFunction) {
  const pid_t parent = getppid();
  const Redirection calls[] = {{"getppid", reinterpret_cast<void*>(nobody)}};
  EXPECT_EQ(redirect_calls(calls, reinterpret_cast<const void*>(&nobody), {}), 0) << "this object's own";
  EXPECT_EQ(getppid(), parent);
  static int elsewhere = 0;
  EXPECT_EQ(redirect_calls(calls, nullptr, {}), 1) << &elsewhere;
  EXPECT_EQ(getppid(), 42);
  EXPECT_EQ(redirect_calls(calls, nullptr, {}), 0) << "done before";
}

}  // namespace
}  // namespace rooflens::inject
