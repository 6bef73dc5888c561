#include "profiler/cli/options/profile_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::optional<ProfileOptions> parsed(const Arguments& arguments) {
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
  for (const Arguments& own : std::vector<Arguments>{
           {"--force"}, {"-o", "a.rlens"}, {"-oa.rlens"}, {"--output", "a.rlens"}, {"--output=a.rlens"}, {}}) {
    Arguments all = own;
    all.insert(all.end(), {"./app", "--replay", "-x"});
    EXPECT_THAT(parsed(all)->application, ElementsAre("./app", "--replay", "-x")) << own.size();
  }
}

TEST(ProfileOptions, HelpIsOursOnlyBeforeTheApplication) {
  EXPECT_FALSE(parsed({"--help"}));
  EXPECT_FALSE(parsed({"--force", "-h", "./app"}));
  EXPECT_THAT(parsed({"./app", "--help"})->application, ElementsAre("./app", "--help"));
}

TEST(ProfileOptions, WithoutAnApplicationSaysHowOneIsNamed) {
  for (const Arguments& none : std::vector<Arguments>{{}, {"--"}, {"--force"}, {"-o", "a.rlens"}, {"-o", "a", "--"}}) {
    EXPECT_THAT(refusal(none), HasSubstr("which application? | ")) << none.size();
    EXPECT_THAT(refusal(none), HasSubstr("`rooflens profile -- ./app"));
  }
}

TEST(ProfileOptions, TravelToTheInjectedLibrary) {
  const auto options = parsed({"--replay",
                               "spread",
                               "--kernel",
                               "gemm|copy",
                               "--skip",
                               "5",
                               "--count",
                               "1Ki",
                               "--launches",
                               "7",
                               "--max-overhead",
                               "2.5%",
                               "--device",
                               "0,2,0",
                               "--after",
                               "1.5",
                               "--profile-from-start",
                               "off",
                               "--nvtx",
                               "train@step",
                               "--counter",
                               "a.sum",
                               "--counter",
                               "b.sum",
                               "--no-sass",
                               "--keep-spool",
                               "app"});
  const collect::ProfileConfig& config = options->config;
  EXPECT_EQ(config.replay, collect::ReplayMode::spread);
  EXPECT_EQ(config.kernel_pattern, "gemm|copy");
  EXPECT_EQ(config.skip, 5U);
  EXPECT_EQ(config.count, 1024U);
  EXPECT_EQ(config.launches_per_kernel, 7);
  EXPECT_DOUBLE_EQ(config.max_overhead, 0.025);
  EXPECT_THAT(config.devices, ElementsAre(0, 2));
  EXPECT_EQ(config.after_seconds, 1.5);
  EXPECT_TRUE(config.wait_for_profiler_start);
  EXPECT_EQ(config.nvtx_range, "train@step");
  EXPECT_THAT(config.extra_counters, ElementsAre("a.sum", "b.sum"));
  EXPECT_FALSE(config.sass);
  EXPECT_TRUE(options->keep_spool);
}

TEST(ProfileOptions, CountsAsManyLaunchesOfAKernelAsMayBeCountedInAll) {
  EXPECT_EQ(parsed({"app"})->config.launches_per_kernel, 3);
  EXPECT_EQ(parsed({"--count", "20", "app"})->config.launches_per_kernel, 20);
  EXPECT_EQ(parsed({"--count", "20", "--launches", "2", "app"})->config.launches_per_kernel, 2);
  EXPECT_FALSE(parsed({"--launches", "0", "app"})->config.counts());
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
  EXPECT_THAT(refusal({"--replay", "twice", "app"}), HasSubstr("--replay takes one of auto, kernel, spread, none"));
  EXPECT_THAT(refusal({"--launches", "-1", "app"}), HasSubstr("--launches takes a number from 0"));
  EXPECT_THAT(refusal({"--skip", "-1", "app"}), HasSubstr("--skip takes a number from 0"));
  EXPECT_THAT(refusal({"--count", "0", "app"}), HasSubstr("--count takes a number from 1"));
  EXPECT_THAT(refusal({"--max-overhead", "0", "app"}), HasSubstr("--max-overhead takes a percentage above 0"));
  EXPECT_THAT(refusal({"--max-overhead", "500", "app"}), HasSubstr("and at most 100, not `500`"));
  EXPECT_THAT(refusal({"--max-overhead", "nan", "app"}), HasSubstr("--max-overhead takes"));
  EXPECT_THAT(refusal({"--device", "0,", "app"}), HasSubstr("--device takes numbers of GPUs such as 0,2, not `0,`"));
  EXPECT_THAT(refusal({"--after", "soon", "app"}), HasSubstr("--after takes seconds"));
  EXPECT_THAT(refusal({"--profile-from-start", "no", "app"}), HasSubstr("takes one of on, off"));
  EXPECT_THAT(refusal({"--launches", "0", "--counter", "a.sum", "app"}), HasSubstr("--counter has no effect"));
  EXPECT_THAT(refusal({"--launches", "0", "--count", "5", "app"}), HasSubstr("--count has no effect"));
  EXPECT_THAT(refusal({"--launches", "0", "--replay", "kernel", "app"}), HasSubstr("--replay has no effect"));
  EXPECT_THAT(refusal({"--no-sass", "--lines", "app"}), HasSubstr("--lines counts with patched code"));
  EXPECT_THAT(refusal({"--max-overhead", "", "app"}), HasSubstr("--max-overhead is given an empty value"));
  EXPECT_THAT(refusal({"--counter", "", "app"}), HasSubstr("--counter is given an empty name"));
  EXPECT_THAT(refusal({"--kernel", "*gemm", "app"}), HasSubstr("there is nothing before it to repeat"));
  EXPECT_THAT(refusal({"--kernel", "a", "--kernel", "b", "app"}), HasSubstr("'gemm|softmax'"));
  EXPECT_THAT(refusal({"-o", "page.html", "app"}), HasSubstr("profile writes a session (.rlens), not .html"));
  EXPECT_THAT(refusal({"--kernle", "x", "app"}), HasSubstr("did you mean --kernel?"));
  EXPECT_THAT(refusal({"--output"}), HasSubstr("output"));
}

}  // namespace
}  // namespace rooflens::cli
