#include "profiler/cli/options/profile_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::optional<actions::ProfileRequest> parsed(const Arguments& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  return parse_profile_options(arguments, {.out = out, .err = err});
}

// "message | hint" of a command line that makes no sense.
std::string refusal(const Arguments& arguments) {
  try {
    (void)parsed(arguments);
    return "";
  } catch (const CommandError& error) {
    EXPECT_EQ(error.code(), kUsage);
    return std::string(error.what()) + " | " + error.remedy();
  }
}

TEST(ProfileOptions, TheApplicationBeginsBehindTwoDashes) {
  const auto options = parsed({"-o", "a.rlens", "--force", "--", "./app", "--force", "-o", "--", "x"});
  EXPECT_THAT(options->application, ElementsAre("./app", "--force", "-o", "--", "x"));
  EXPECT_EQ(options->output, "a.rlens");
  EXPECT_TRUE(options->force);
}

TEST(ProfileOptions, TheApplicationBeginsWithTheFirstWordThatIsNoOption) {
  for (const Arguments& own : std::vector<Arguments>{{"--force"},
                                                     {"-o", "a.rlens"},
                                                     {"-oa.rlens"},
                                                     {"-fo", "a.rlens"},
                                                     {"-k", "gemm"},
                                                     {"--output", "a.rlens"},
                                                     {"--output=a.rlens"},
                                                     {}}) {
    Arguments all = own;
    all.insert(all.end(), {"./app", "--replay", "-x"});
    EXPECT_THAT(parsed(all)->application, ElementsAre("./app", "--replay", "-x")) << own.size();
  }
}

TEST(ProfileOptions, AnIdleJobIsStartedByNothingElse) {
  EXPECT_FALSE(parsed({"./app"})->config.idle);
  EXPECT_TRUE(parsed({"--idle", "./app"})->config.idle);
  for (const Arguments& other :
       std::vector<Arguments>{{"--delay", "2"}, {"--duration", "2"}, {"--profile-from-start", "off"}, {"--stalls"}}) {
    Arguments all{"--idle"};
    all.insert(all.end(), other.begin(), other.end());
    all.push_back("./app");
    EXPECT_THAT(refusal(all), HasSubstr(other.front() + " and --idle contradict each other"));
  }
}

TEST(ProfileOptions, AProgramThatProfilesItselfIsNotStarted) {
  EXPECT_TRUE(parsed({"--attach", "-o", "a.rlens"})->attach);
  EXPECT_THAT(refusal({"--attach"}), HasSubstr("--attach needs --output FILE"));
  EXPECT_THAT(refusal({"--attach", "-o", "a.rlens", "./app"}), HasSubstr("--attach starts no application"));
}

TEST(ProfileOptions, HelpIsOursOnlyBeforeTheApplication) {
  EXPECT_FALSE(parsed({"--help"}));
  EXPECT_FALSE(parsed({"--force", "-h", "./app"}));
  EXPECT_THAT(parsed({"./app", "--help"})->application, ElementsAre("./app", "--help"));
}

TEST(ProfileOptions, WithoutAnApplicationSaysHowOneIsNamed) {
  for (const Arguments& none : std::vector<Arguments>{{}, {"--"}, {"--force"}, {"-o", "a.rlens"}, {"-o", "a", "--"}}) {
    EXPECT_THAT(refusal(none), HasSubstr("which application? | ")) << none.size();
    EXPECT_THAT(refusal(none), HasSubstr("`rooflens profile ./app"));
  }
}

TEST(ProfileOptions, TravelToTheInjectedLibrary) {
  const auto options = parsed({"--replay-mode",
                               "rotate",
                               "-k",
                               "gemm|copy",
                               "-s",
                               "5",
                               "-c",
                               "1Ki",
                               "--launches-per-kernel",
                               "7",
                               "--max-overhead",
                               "2.5%",
                               "--gpu",
                               "0,2,0",
                               "--delay",
                               "1.5",
                               "--duration",
                               "3",
                               "--exclude",
                               "copy_",
                               "--profile-from-start",
                               "off",
                               "--nvtx-include",
                               "train@step",
                               "--metrics",
                               "a.sum,b.sum",
                               "--metrics",
                               "c.sum",
                               "--no-sass",
                               "--keep-spool",
                               "app"});
  const collect::ProfileConfig& config = options->config;
  EXPECT_EQ(config.replay, collect::ReplayMode::rotate);
  EXPECT_EQ(config.kernel_pattern, "gemm|copy");
  EXPECT_EQ(config.skip, 5U);
  EXPECT_EQ(config.count, 1024U);
  EXPECT_EQ(config.launches_per_kernel, 7);
  EXPECT_DOUBLE_EQ(config.max_overhead, 0.025);
  EXPECT_THAT(config.devices, ElementsAre(0, 2));
  EXPECT_EQ(config.delay_seconds, 1.5);
  EXPECT_EQ(config.duration_seconds, 3.0);
  EXPECT_EQ(config.exclude_pattern, "copy_");
  EXPECT_TRUE(config.wait_for_profiler_start);
  EXPECT_EQ(config.nvtx_range, "train@step");
  EXPECT_THAT(config.extra_counters, ElementsAre("a.sum", "b.sum", "c.sum"));
  EXPECT_FALSE(config.sass);
  EXPECT_TRUE(options->keep_spool);
}

TEST(ProfileOptions, CountsAsManyLaunchesOfAKernelAsMayBeCountedInAll) {
  EXPECT_EQ(parsed({"app"})->config.launches_per_kernel, 3);
  EXPECT_EQ(parsed({"-c", "20", "app"})->config.launches_per_kernel, 20);
  EXPECT_EQ(parsed({"--launch-count", "20", "--launches-per-kernel", "2", "app"})->config.launches_per_kernel, 2);
  EXPECT_FALSE(parsed({"--no-counters", "app"})->config.counts());
}

TEST(ProfileOptions, HaveTheDefaultsOfTheConfiguration) {
  const auto options = parsed({"app"});
  collect::ProfileConfig defaults;
  defaults.max_overhead = 0.03;
  defaults.credit_seconds = 4;
  EXPECT_EQ(encode(options->config), encode(defaults));
  EXPECT_EQ(parsed({"--max-overhead", "none", "app"})->config.max_overhead, 0);
  EXPECT_EQ(parsed({"--max-overhead", "5", "app"})->config.credit_seconds, 0);
  EXPECT_TRUE(options->output.empty());
  EXPECT_FALSE(options->keep_spool);
}

TEST(ProfileOptions, SayWhereAPatternGoesWrong) {
  EXPECT_THAT(refusal({"--kernel", "gemm(a|b", "app"}), HasSubstr("`gemm(a|b` goes wrong at character 5, from `(a|b`"));
  EXPECT_THAT(refusal({"--kernel", "[z-a]", "app"}), HasSubstr("at character 1,"));
  EXPECT_THAT(refusal({"--kernel", "*gemm", "app"}), HasSubstr("at character 1,"));
  EXPECT_THAT(refusal({"--kernel", "gemm)", "app"}), HasSubstr("at character 5, from `)`"));
  EXPECT_THAT(refusal({"--kernel", "a\\", "app"}), HasSubstr("at character 2,"));
}

TEST(ProfileOptions, RefuseWhatMakesNoSense) {
  EXPECT_THAT(refusal({"--replay-mode", "twice", "app"}),
              HasSubstr("--replay-mode takes one of rotate, kernel, single-pass"));
  EXPECT_THAT(refusal({"--launches-per-kernel", "0", "app"}), HasSubstr("--launches-per-kernel takes a number from 1"));
  EXPECT_THAT(refusal({"-s", "-1", "app"}), HasSubstr("--launch-skip takes a number from 0"));
  EXPECT_THAT(refusal({"-c", "0", "app"}), HasSubstr("--launch-count takes a number from 1"));
  EXPECT_THAT(refusal({"--max-overhead", "0", "app"}), HasSubstr("--max-overhead takes a percentage above 0"));
  EXPECT_THAT(refusal({"--max-overhead", "500", "app"}), HasSubstr("and at most 100, not `500`"));
  EXPECT_THAT(refusal({"--max-overhead", "nan", "app"}), HasSubstr("--max-overhead takes"));
  EXPECT_THAT(refusal({"--gpu", "0,", "app"}), HasSubstr("--gpu takes numbers of GPUs such as 0,2, not `0,`"));
  EXPECT_THAT(refusal({"--delay", "soon", "app"}), HasSubstr("--delay takes seconds"));
  EXPECT_THAT(refusal({"--duration", "0", "app"}), HasSubstr("--duration 0 would count nothing"));
  EXPECT_THAT(refusal({"--exclude", "*gemm", "app"}), HasSubstr("--exclude takes a regular expression"));
  EXPECT_THAT(refusal({"--profile-from-start", "no", "app"}), HasSubstr("takes one of on, off"));
  EXPECT_THAT(refusal({"--no-counters", "--metrics", "a.sum", "app"}), HasSubstr("--metrics has no effect"));
  EXPECT_THAT(refusal({"--no-counters", "-c", "5", "app"}), HasSubstr("--launch-count has no effect"));
  EXPECT_THAT(refusal({"--no-counters", "--replay-mode", "kernel", "app"}), HasSubstr("--replay-mode has no effect"));
  EXPECT_THAT(refusal({"--no-sass", "--lines", "app"}), HasSubstr("--lines counts with instrumented code"));
  EXPECT_THAT(refusal({"--max-overhead", "", "app"}), HasSubstr("--max-overhead is given an empty value"));
  EXPECT_THAT(refusal({"--metrics", "", "app"}), HasSubstr("--metrics is given an empty name"));
  EXPECT_THAT(refusal({"--kernel", "*gemm", "app"}), HasSubstr("there is nothing before it to repeat"));
  EXPECT_THAT(refusal({"--kernel", "a", "--kernel", "b", "app"}), HasSubstr("'gemm|softmax'"));
  EXPECT_THAT(refusal({"-o", "page.html", "app"}), HasSubstr("profile writes a session (.rlens), not .html"));
  EXPECT_THAT(refusal({"--kernle", "x", "app"}), HasSubstr("did you mean --kernel?"));
  EXPECT_THAT(refusal({"--output"}), HasSubstr("output"));
}

}  // namespace
}  // namespace rooflens::cli
