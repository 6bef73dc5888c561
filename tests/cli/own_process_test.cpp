// /proc/self/exe is the test itself here.
#include "profiler/cli/own_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiler/cli/error.hpp"

namespace rooflens::cli {
namespace {

TEST(OwnProcess, GivesWhatItWrites) {
  EXPECT_THAT(run_own_executable({"--gtest_list_tests", "--gtest_filter=OwnProcess.*"}),
              ::testing::HasSubstr("GivesWhatItWrites"));
}

TEST(OwnProcess, DISABLED_Fails) { FAIL() << "on purpose, for the test below"; }

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
}  // namespace rooflens::cli
