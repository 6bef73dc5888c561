#include "profiler/launcher/launcher.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "tests/cli/scratch_folder.hpp"

namespace rooflens::launcher {
namespace {

using namespace std::chrono_literals;
using cli::ScratchFolder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

LaunchPlan sh(const std::string& script) {
  return {.program = "/bin/sh", .arguments = {"sh", "-c", script}, .injected = "/lib/x.so", .config = "{\"a\": 1}"};
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A process of its own that launches `plan` and exits with the application's code; it ignores the signal.
pid_t launcher(const LaunchPlan& plan, int ignored = 0) {
  const pid_t child = fork();
  if (child != 0) return child;
  if (ignored != 0) signal(ignored, SIG_IGN);
  _exit(run_to_end(plan));
}

int code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Waits until a started script has made the file.
void wait_for(const std::string& path) {
  for (int i = 0; i < 2000 && access(path.c_str(), F_OK) != 0; ++i) std::this_thread::sleep_for(5ms);
}

TEST(Launcher, GivesBackTheExitCode) {
  EXPECT_EQ(run_to_end(sh("exit 0")), 0);
  EXPECT_EQ(run_to_end(sh("exit 7")), 7);
  EXPECT_EQ(run_to_end(sh("kill -9 $$")), 128 + SIGKILL);
}

TEST(Launcher, AddsItsVariablesAndLeavesTheOthers) {
  const char* base[] = {
      "A=1", "CUDA_INJECTION64_PATH=", "LD_LIBRARY_PATH=/x", "ROOFLENS_PROFILE=old", "EMPTY=", nullptr};
  EXPECT_THAT(injected_environment(base, sh("")),
              ElementsAre("A=1", "LD_LIBRARY_PATH=/x", "EMPTY=", "CUDA_INJECTION64_PATH=/lib/x.so",
                          "NVTX_INJECTION64_PATH=/lib/x.so", "ROOFLENS_PROFILE={\"a\": 1}"));
}

TEST(Launcher, LeavesAnotherToolsNvtx) {
  const char* base[] = {"NVTX_INJECTION64_PATH=/other.so", nullptr};
  const auto environment = injected_environment(base, sh(""));
  EXPECT_THAT(environment, Contains("NVTX_INJECTION64_PATH=/other.so"));
  EXPECT_THAT(environment, Not(Contains("NVTX_INJECTION64_PATH=/lib/x.so")));
}

TEST(Launcher, RefusesToPushAnotherToolAside) {
  ASSERT_TRUE(check_environment());
  setenv(kNvtxVariable, "/other.so", 1);
  EXPECT_FALSE(check_environment());
  setenv(kCudaVariable, "/opt/libToolsInjection64.so", 1);
  try {
    (void)check_environment();
    ADD_FAILURE() << "accepted";
  } catch (const LaunchError& error) {
    EXPECT_THAT(error.what(), HasSubstr("CUDA_INJECTION64_PATH=/opt/libToolsInjection64.so"));
    EXPECT_THAT(error.remedy(), HasSubstr("env -u CUDA_INJECTION64_PATH"));
  }
  unsetenv(kCudaVariable);
  unsetenv(kNvtxVariable);
}

TEST(Launcher, SaysWhyNothingWasStarted) {
  const ScratchFolder folder;
  LaunchPlan plan = sh("");
  const auto refusal = [&](const std::string& bytes) -> std::string {
    plan.program = folder / "script";
    std::ofstream(plan.program) << bytes;
    std::filesystem::permissions(plan.program, std::filesystem::perms::owner_all);
    try {
      (void)run_to_end(plan);
      return "";
    } catch (const LaunchError& error) {
      return error.what();
    }
  };
  EXPECT_THAT(refusal("#!/no/such/python\n"), HasSubstr("(/no/such/python)"));
  EXPECT_THAT(refusal("hello\n"), HasSubstr("neither a program nor a script"));
}

// What `script` writes into $list when a shell starts it, and when the launcher does.
std::pair<std::string, std::string> without_and_with_launcher(const std::string& script) {
  const ScratchFolder folder;
  const std::string to = " >" + (folder / "list");
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", (script + to).c_str(), nullptr);
    _exit(127);
  }
  EXPECT_EQ(code_of(child), 0);
  const std::string without = text_of(folder / "list");
  EXPECT_EQ(run_to_end(sh(script + to)), 0);
  return {without, text_of(folder / "list")};
}

TEST(Launcher, TheApplicationHasTheSignalsOfTheCaller) {
  signal(SIGUSR2, SIG_IGN);
  const auto [without, with] = without_and_with_launcher("grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status");
  signal(SIGUSR2, SIG_DFL);
  EXPECT_THAT(without, HasSubstr("SigIgn:\t0000000000000800\n"));
  EXPECT_EQ(with, without);
}

TEST(Launcher, PassesNoDescriptorsOn) {
  const auto [without, with] = without_and_with_launcher("ls /proc/$$/fd");
  EXPECT_EQ(with, without);
}

TEST(Launcher, PassesATerminationOn) {
  for (const int signal : {SIGTERM, SIGHUP, SIGUSR1, SIGINT, SIGQUIT}) {
    const ScratchFolder folder;
    const std::string ready = folder / "ready";
    const std::string script = "trap 'exit 21' TERM HUP USR1 INT QUIT; : >" + ready + "; while :; do sleep 0.02; done";
    const pid_t child = launcher(sh(script));
    wait_for(ready);
    kill(child, signal);
    EXPECT_EQ(code_of(child), 21) << signal;
  }
}

// The terminal sends it to both: the application gets it once.
TEST(Launcher, LeavesCtrlCToTheApplication) {
  const ScratchFolder folder;
  const std::string ready = folder / "ready", go = folder / "go", got = folder / "got";
  const std::string script =
      "trap 'echo x >>" + got + "' INT; : >" + ready + "; while [ ! -e " + go + " ]; do sleep 0.02; done; exit 3";
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) _exit(run_to_end(sh(script)));
  wait_for(ready);
  ASSERT_EQ(write(terminal, "\x03", 1), 1);
  wait_for(got);
  std::this_thread::sleep_for(50ms);
  std::ofstream(go) << "";
  EXPECT_EQ(code_of(child), 3);
  EXPECT_EQ(text_of(got), "x\n");
  close(terminal);
}

TEST(Launcher, ANohupHoldsForTheApplicationToo) {
  const ScratchFolder folder;
  const std::string ready = folder / "ready";
  const pid_t child = launcher(sh(": >" + ready + "; sleep 0.2; exit 4"), SIGHUP);
  wait_for(ready);
  kill(child, SIGHUP);
  EXPECT_EQ(code_of(child), 4);
}

TEST(Launcher, GetsTheCodeEvenWhereChildrenAreIgnored) { EXPECT_EQ(code_of(launcher(sh("exit 5"), SIGCHLD)), 5); }

TEST(Launcher, TheApplicationOutlivesAKilledLauncher) {
  const ScratchFolder folder;
  const std::string ready = folder / "ready";
  const std::string done = folder / "done";
  const pid_t child = launcher(sh(": >" + ready + "; sleep 0.2; : >" + done));
  wait_for(ready);
  kill(child, SIGKILL);
  EXPECT_EQ(code_of(child), -SIGKILL);
  wait_for(done);
  EXPECT_EQ(access(done.c_str(), F_OK), 0);
}

}  // namespace
}  // namespace rooflens::launcher
