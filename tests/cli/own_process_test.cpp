// /proc/self/exe is the test itself here.
#include "profiler/actions/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "profiler/actions/command_error.hpp"

namespace rooflens::actions {
namespace {

TEST(OwnProcess, GivesWhatItWrites) {
  EXPECT_THAT(run_own_executable({"--gtest_list_tests", "--gtest_filter=OwnProcess.*"}),
              ::testing::HasSubstr("GivesWhatItWrites"));
}

TEST(OwnProcess, DISABLED_Fails) { FAIL() << "on purpose, for the test below"; }

TEST(OwnProcess, DISABLED_Sleeps) { std::this_thread::sleep_for(std::chrono::minutes(1)); }

TEST(OwnProcess, OneThatHangsIsKilled) {
  const auto begin = std::chrono::steady_clock::now();
  try {
    (void)run_own_executable({"--gtest_also_run_disabled_tests", "--gtest_filter=OwnProcess.DISABLED_Sleeps"},
                             std::chrono::seconds(1));
    FAIL() << "no error";
  } catch (const CommandError& error) {
    EXPECT_EQ(error.code(), kFailure);
    EXPECT_STREQ(error.what(), "a measuring process did not end within 1 s");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(OwnProcess, AFailureIsAnError) {
  try {
    (void)run_own_executable({"--gtest_also_run_disabled_tests", "--gtest_filter=OwnProcess.DISABLED_Fails"});
    FAIL() << "no error";
  } catch (const CommandError& error) {
    EXPECT_EQ(error.code(), kFailure);
    EXPECT_STREQ(error.what(), "a measuring process ended with exit code 1");
  }
}

}  // namespace
}  // namespace rooflens::actions
