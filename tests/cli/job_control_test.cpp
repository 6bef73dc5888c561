// `rooflens control`: which job is meant, and what is said where that makes no sense.
#include "profiler/actions/profile/job_control.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <sstream>
#include <string>
#include <thread>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/profile/profile_output.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/config/on_demand.hpp"
#include "profiler/config/profile_config.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;

struct Answer {
  int code;
  std::string text;
};

Answer control(const Arguments& words) {
  std::ostringstream out;
  std::ostringstream err;
  Arguments all{"control"};
  all.insert(all.end(), words.begin(), words.end());
  const int code = dispatch(FakeBackend{}, all, {.out = out, .err = err});
  EXPECT_EQ(out.str(), "");
  return {code, err.str()};
}

class JobControl : public ::testing::Test {
 protected:
  // As `rooflens profile` does; this process is the launcher.
  void launch(bool idle) {
    actions::ProfileRequest options;
    options.application = {"./server"};
    options.output = session();
    options.config.idle = idle;
    job_.emplace(options, collect::JobRank{0, 1, ""});
  }
  [[nodiscard]] std::string session() const { return folder_ / "server.rlens"; }
  [[nodiscard]] bool counts() const { return collect::wants_counting(session() + ".spool"); }

  ScratchFolder folder_;
  std::optional<actions::ProfileOutput> job_;
};

TEST_F(JobControl, StartsAndStopsWhatItsSessionNames) {
  launch(true);
  EXPECT_FALSE(counts());
  const Answer start = control({"start", session()});
  EXPECT_EQ(start.code, kOk);
  EXPECT_THAT(start.text, HasSubstr("rooflens: counting is on in "));
  EXPECT_TRUE(counts());
  const Answer stop = control({"stop", session() + ".spool"});
  EXPECT_EQ(stop.code, kOk);
  EXPECT_THAT(stop.text, HasSubstr("`rooflens merge "));
  EXPECT_FALSE(counts());
}

TEST_F(JobControl, RefusesWhatIsSoAlready) {
  launch(true);
  EXPECT_THAT(control({"stop", session()}).text, HasSubstr("error: counting is off already in "));
  EXPECT_EQ(control({"start", session()}).code, kOk);
  const Answer again = control({"start", session()});
  EXPECT_EQ(again.code, kFailure);
  EXPECT_THAT(again.text, HasSubstr("error: counting is on already in "));
  EXPECT_TRUE(counts());
}

TEST_F(JobControl, RefusesAJobThatCountsFromItsStart) {
  launch(false);
  const Answer answer = control({"start", session()});
  EXPECT_EQ(answer.code, kFailure);
  EXPECT_THAT(answer.text, HasSubstr("was not started with --idle\nrooflens: hint: `rooflens profile --idle APP`"));
}

TEST_F(JobControl, TellsThatThereIsNoJobOrNoneAnyMore) {
  EXPECT_THAT(control({"start", session()}).text, HasSubstr("error: no job writes to "));
  launch(true);
  std::filesystem::copy_file(session() + ".spool/on-demand", session() + ".spool/1.spool");  // it stays for that
  job_.reset();
  EXPECT_THAT(control({"start", session()}).text, HasSubstr("has ended\n"));
  EXPECT_FALSE(std::filesystem::exists(session() + ".spool/on-demand"));
}

TEST_F(JobControl, ChangesNothingWhereOneOfSeveralJobsIsNone) {
  launch(true);
  EXPECT_EQ(control({"start", session(), folder_ / "other.rlens"}).code, kFailure);
  EXPECT_FALSE(counts());
}

TEST_F(JobControl, FindsTheJobOfItsLauncher) {
  launch(true);
  EXPECT_EQ(control({"start", std::to_string(getpid())}).code, kOk);
  EXPECT_TRUE(counts());
}

TEST_F(JobControl, FindsTheJobOfAnApplication) {
  launch(true);
  collect::ProfileConfig config;
  config.spool_folder = session() + ".spool";
  config.idle = true;
  const std::string variable = std::string(collect::kProfileVariable) + "=" + encode(config);
  const pid_t child = fork();
  if (child == 0) {
    const char* const arguments[] = {"sleep", "60", nullptr};
    const char* const environment[] = {"A=1", variable.c_str(), "B=2", nullptr};
    execve("/bin/sleep", const_cast<char* const*>(arguments), const_cast<char* const*>(environment));
    _exit(99);
  }
  Answer answer{kFailure, ""};
  for (int i = 0; i < 200 && answer.code != kOk; ++i) {  // until it is that program
    answer = control({"start", std::to_string(child)});
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(answer.code, kOk) << answer.text;
  EXPECT_TRUE(counts());
}

TEST_F(JobControl, RefusesProcessesThatAreNoJobOfThisUser) {
  EXPECT_THAT(control({"start", std::to_string(getpid())}).text, HasSubstr("does not run under `rooflens profile`"));
  EXPECT_THAT(control({"start", "2147483647"}).text, HasSubstr("error: there is no process 2147483647\n"));
}

TEST_F(JobControl, RefusesProcessesOfOtherUsers) {
  if (geteuid() == 0) GTEST_SKIP() << "to root no process is foreign";
  EXPECT_THAT(control({"start", "1"}).text, HasSubstr("error: process 1 belongs to another user\n"));
}

TEST_F(JobControl, NeedsAnOrderAndAJob) {
  for (const Arguments& words : std::vector<Arguments>{{}, {"begin", "x"}, {"start"}}) {
    EXPECT_EQ(control(words).code, kUsage);
  }
}

}  // namespace
}  // namespace rooflens::cli
