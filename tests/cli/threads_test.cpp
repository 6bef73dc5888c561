#include "profiler/actions/threads.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace rooflens::actions {
namespace {

TEST(Threads, CallsEachOnce) {
  for (const std::size_t count : {0U, 1U, 7U, 1000U}) {
    std::vector<int> calls(count);
    on_all_processors(count, 10, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(count, 1));
  }
}

TEST(Threads, KeepsLittleWorkOnThisThread) {
  const std::thread::id here = std::this_thread::get_id();
  on_all_processors(9, 5, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), here); });
}

TEST(Threads, ThrowsWhatTheFirstOneWouldHaveThrown) {
  for (int run = 0; run < 50; ++run) {
    try {
      on_all_processors(1000, 1, [](std::size_t i) {
        if (i % 100 == 37) throw std::runtime_error(std::to_string(i));
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "37");
    }
  }
}

}  // namespace
}  // namespace rooflens::actions
