// `rooflens profile` as a user calls it, on an application that writes what the injected library would write.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "profiler/session/session.hpp"
#include "tests/cli/profiled.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Profile, MakesASessionOfWhatTheApplicationDid) {
  const ScratchFolder folder;
  const Said said = profiled("$profile --kernel copy -o a.rlens -- $app normal 'a b'", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, "");
  const models::Recording recording = session::load(folder / "a.rlens");
  ASSERT_EQ(recording.processes.size(), 1U);
  EXPECT_EQ(recording.processes[0].command, "fake_application");
  ASSERT_EQ(recording.machines.size(), 1U);
  EXPECT_EQ(recording.machines[0].device.name, "NVIDIA H200");
  EXPECT_FALSE(recording.machines[0].ceilings.compute.empty()) << "roofs belong to it";
  ASSERT_EQ(recording.observations.size(), 2U);
  const models::Observation& copy = named(recording, "copy");
  EXPECT_EQ(copy.launches_made, 10U);
  EXPECT_EQ(copy.launches_counted, 4U);
  EXPECT_EQ(copy.counters.value("dram__bytes.sum"), 4e8);
  EXPECT_EQ(copy.counters.value("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"), 3.2e7);
  EXPECT_THAT(recording.provenance.command, StartsWith("rooflens profile --kernel copy -o a.rlens -- "));
  EXPECT_THAT(recording.provenance.command, ::testing::EndsWith("fake_application normal 'a b'"));
  EXPECT_EQ(recording.provenance.collector, "cupti");
  EXPECT_EQ(recording.provenance.cupti_version, "130001");
  EXPECT_FALSE(fs::exists(folder / "a.rlens.spool"));
}

TEST(Profile, SaysWhatItSaw) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -o a.rlens $app", folder.path());
  EXPECT_THAT(said.err, HasSubstr("rooflens: 2 kernels, 20 launches, 8 of them counted; 1 process on 1 GPU\n"));
  EXPECT_THAT(said.err, ContainsRegex("copy +83\\.3.+% +10 +100 .*s  DRAM-bound at 83\\.3"));
  // What scale moves in the L2 has no roof here, so nobody knows whether that is what holds it back.
  EXPECT_THAT(said.err, ContainsRegex("scale +16\\.7.+% +10 +20\\.0 .*s  –"));
  EXPECT_THAT(said.err,
              HasSubstr("rooflens: recorded in a.rlens; `rooflens report a.rlens -o report.html` draws it\n"));
}

TEST(Profile, SaysThatTheRunWasTooShortForSomeCounters) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -o a.rlens -- $app short", folder.path());
  EXPECT_THAT(said.err, ContainsRegex("copy +83\\.3.+% +1 +100 .*s  DRAM-bound"));
  EXPECT_THAT(said.err,
              ContainsRegex("note: bottleneck unknown for 1 of 2 kernels, 16\\.7.+% of GPU time: too few "
                            "launches to collect every counter\n"
                            "rooflens: hint: a longer run.* collects more counters; `--replay-mode kernel` counts each "
                            "launch completely, where no kernel waits"));
  for (const char* other : {"-- $app normal", "--kernel copy -- $app short", "--no-counters -- $app short"}) {
    EXPECT_THAT(profiled("$profile --force -o a.rlens " + std::string(other), folder.path()).err,
                Not(HasSubstr("too few launches")))
        << other;
  }
}

// What no run was long enough for, not what is never counted or could not be.
TEST(Profile, SaysWhichKernelsALongerRunWouldHelp) {
  const ScratchFolder folder;
  const auto said = [&](const std::string& application) {
    return profiled("$profile --force -o a.rlens -- $app " + application, folder.path()).err;
  };
  EXPECT_THAT(said("with seldom"), ContainsRegex("note: bottleneck unknown for 1 of 3 kernels, 80\\.6.+% of GPU time"));
  for (const char* other : {"with collective", "with graph", "short notes"}) {
    EXPECT_THAT(said(other), Not(HasSubstr("too few launches"))) << other;
  }
  const models::Recording recording = (said("with collective"), session::load(folder / "a.rlens"));
  EXPECT_THAT(named(recording, "gather").remarks,
              ::testing::Contains("not counted, only its times are known: it may wait for other GPUs"));
}

// 2000 launches are not too few, and to repeat what could not be counted is no advice.
TEST(Profile, SaysThatNoneOfManyLaunchesWasCounted) {
  const ScratchFolder folder;
  const std::string said = profiled("$profile -o a.rlens -- $app with busy", folder.path()).err;
  EXPECT_THAT(said, ContainsRegex("note: bottleneck unknown for 1 of 3 kernels, 80\\.6.+% of GPU time: none of the "
                                  "launches was counted\n"));
  EXPECT_THAT(said, Not(HasSubstr("--replay-mode")));
}

TEST(Profile, LeavesTheStreamsToTheApplication) {
  const ScratchFolder folder;
  const Said said = profiled("echo from outside | $profile -o a.rlens -- $app echo", folder.path());
  EXPECT_EQ(said.out, "from outside\n");
  EXPECT_THAT(said.err, HasSubstr("a word to stderr\n"));
}

TEST(Profile, LeavesTheEnvironmentToTheApplication) {
  const ScratchFolder folder;
  const Said said = profiled(
      "env | sort >before; $profile -o a.rlens -- sh -c 'env | sort >after'; "
      "comm -13 before after | cut -d= -f1 | grep -v '^_$'; comm -23 before after | grep -v '^_='",
      folder.path());
  EXPECT_EQ(said.out, "CUDA_INJECTION64_PATH\nNVTX_INJECTION64_PATH\nROOFLENS_PROFILE\n");
}

// As Python's rooflens.profile() does: what loads the library comes on stdout, a line on stdin ends it.
TEST(Profile, OfAProgramThatRunsAlreadyWaitsForALine) {
  const ScratchFolder folder;
  const Said said = profiled(
      "mkfifo line; $profile --attach -o a.rlens <line >told & exec 9>line; "
      "until grep -q ROOFLENS_PROFILE told; do sleep 0.05; done; "
      "python3 -c 'import json, os, sys; os.environ.update(json.load(open(\"told\"))[\"variables\"]); "
      "os.execv(sys.argv[1], sys.argv[1:])' $app normal; "
      "ls; echo >&9; exec 9>&-; wait",
      folder.path());
  EXPECT_THAT(said.out, HasSubstr("a.rlens.spool\n"));
  const models::Recording recording = session::load(folder / "a.rlens");
  EXPECT_EQ(named(recording, "copy").launches_made, 10U);
  EXPECT_EQ(recording.provenance.command, "rooflens.profile() in fake_application");
  EXPECT_FALSE(fs::exists(folder / "a.rlens.spool"));
}

TEST(Profile, GivesBackTheExitCodeOfTheApplication) {
  const ScratchFolder folder;
  EXPECT_EQ(profiled("$profile -o fail.rlens -- $app fail", folder.path()).code, 7);
  EXPECT_EQ(profiled("ulimit -c 0; $profile -o abort.rlens -- $app abort", folder.path()).code, 128 + SIGABRT);
  EXPECT_EQ(profiled("$profile -o kill.rlens -- $app kill", folder.path()).code, 128 + SIGKILL);
  for (const char* session : {"fail.rlens", "abort.rlens", "kill.rlens"}) {
    EXPECT_EQ(named(session::load(folder / session), "copy").launches_made, 10U) << session;
  }
}

TEST(Profile, OfAProgramWithoutCudaSaysSo) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -- $app cpu", folder.path());
  const bool ready = profiled("$rooflens doctor", folder.path()).code == 0;
  EXPECT_EQ(said.code, 0) << "the program ended well";
  EXPECT_THAT(said.err, HasSubstr("rooflens: warning: no session was written: no CUDA context was created: "));
  EXPECT_THAT(said.err, HasSubstr(ready ? "computes elsewhere" : "warning before it began may be the reason"));
  EXPECT_EQ(profiled("$profile -- sh -c 'exit 5'", folder.path()).code, 5) << "its own code wins";
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Profile, SaysWhatWasRefused) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -- $app refused", folder.path());
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("rooflens: warning: counters were refused: ERR_NVGPUCTRPERM\n"
                                  "rooflens: hint: ask an administrator\n"));
  EXPECT_THAT(said.err, HasSubstr("launched no kernel that rooflens could see"));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Profile, SaysThatTheApplicationsOwnProfilerHasCupti) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -- $app own-cupti", folder.path());
  EXPECT_THAT(said.err, HasSubstr("no session was written: CUPTI serves one tool at a time, and "));
  EXPECT_THAT(said.err, HasSubstr(" may use it itself\nrooflens: hint: switch it off\n"));
}

TEST(Profile, PutsTheProcessesOfAJobIntoOneSession) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -o a.rlens -- $app ranks", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const models::Recording recording = session::load(folder / "a.rlens");
  ASSERT_EQ(recording.processes.size(), 2U);
  EXPECT_EQ(recording.processes[0].rank + recording.processes[1].rank, 1);
  EXPECT_EQ(recording.processes[0].world, 2);
  EXPECT_EQ(recording.processes[0].launcher, "torchrun");
  EXPECT_EQ(recording.machines.size(), 1U) << "both ran on the same GPU";
}

TEST(Profile, KeepsTheSpoolWhereTheSessionCannotBeWritten) {
  const ScratchFolder folder;
  const Said said =
      profiled("$profile -o a.rlens -- sh -c \"$app fail; code=\\$?; mkdir a.rlens; exit \\$code\"", folder.path());
  EXPECT_EQ(said.code, 7) << "the application's code is not hidden";
  EXPECT_THAT(said.err, HasSubstr("rooflens: error: "));
  EXPECT_THAT(said.err, HasSubstr("`rooflens merge a.rlens.spool -o NEW.rlens` makes a session of it"));
  EXPECT_TRUE(fs::exists(folder / "a.rlens.spool"));
}

TEST(Profile, ChoosesANameThatIsFree) {
  const ScratchFolder folder;
  for (int i = 0; i < 2; ++i) ASSERT_EQ(profiled("$profile -- $app", folder.path()).code, 0);
  EXPECT_TRUE(fs::exists(folder / "fake_application.rlens"));
  EXPECT_TRUE(fs::exists(folder / "fake_application-2.rlens"));
}

TEST(Profile, OfARankIsOneOfSeveralSessions) {
  const ScratchFolder folder;
  const Said said = profiled(
      "for r in 0 1 2 3; do OMPI_COMM_WORLD_RANK=$r OMPI_COMM_WORLD_SIZE=4 $profile -o a.rlens "
      "-- $app & done; wait",
      folder.path());
  for (int rank = 0; rank < 4; ++rank) {
    const models::Recording recording = session::load(folder / ("a.rank" + std::to_string(rank) + ".rlens"));
    EXPECT_EQ(recording.processes.at(0).rank, rank);
  }
  EXPECT_THAT(said.err, HasSubstr("rooflens: this is rank 0 of 4 (Open MPI); when all have ended, "
                                  "`rooflens merge a.rank*.rlens -o a.rlens` joins them\n"));
  EXPECT_THAT(said.err, Not(HasSubstr("rank 1 of 4"))) << "one speaks for all";
  EXPECT_EQ(profiled("$rooflens merge a.rank*.rlens -o a.rlens", folder.path()).code, 0);
  EXPECT_EQ(session::load(folder / "a.rlens").processes.size(), 4U);
}

TEST(Profile, RefusesBeforeAnythingRuns) {
  const ScratchFolder folder;
  const struct {
    const char* command;
    int code;
    const char* error;
  } lines[] = {
      {"$profile", 2, "error: which application?"},
      {"$profile -- ./none", 127, "error: there is no program ./none"},
      {"$profile -- nosuchtool", 127, "error: there is no program `nosuchtool` on the PATH"},
      {"$profile nosuchtool", 127, "error: there is no program `nosuchtool` on the PATH"},
      {"$profile -- /", 126, "error: / is a directory, not a program"},
      {"touch plain; $profile -- ./plain; code=$?; rm plain; exit $code", 126, "error: cannot run ./plain: Permission"},
      {"printf '\\177ELF\\001%64s' >old; chmod +x old; $profile -- ./old; code=$?; rm old; exit $code", 126,
       "error: ./old is a 32-bit program"},
      {"echo '#!/no/such' >s; chmod +x s; $profile -- ./s; code=$?; rm s; exit $code", 127, "(/no/such)"},
      {"echo hello >s; chmod +x s; $profile -- ./s; code=$?; rm s; exit $code", 126, "neither a program nor a script"},
      {"CUDA_INJECTION64_PATH=/opt/other.so $profile -- $app", 2, "CUDA_INJECTION64_PATH=/opt/other.so"},
      {"$profile -- $rooflens profile -- $app", 2, "this already runs under `rooflens profile`"},
      {"ROOFLENS_INJECT=/no/such.so $profile -- $app", 1, "librooflens_inject.so is not where it belongs: /no/such.so"},
      {"$profile -o no/a.rlens -- $app", 1, "error: there is no directory no"},
  };
  for (const auto& line : lines) {
    const Said said = profiled(line.command, folder.path());
    EXPECT_EQ(said.code, line.code) << line.command << '\n' << said.err;
    EXPECT_THAT(said.err, HasSubstr(line.error)) << line.command;
    EXPECT_EQ(said.out, "") << line.command;
    EXPECT_TRUE(fs::is_empty(folder.path())) << line.command;
  }
}

// Starts `rooflens profile -o a.rlens -- app forever` with the application's stdout in a pipe.
struct Running {
  explicit Running(const fs::path& folder) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    launcher = fork();
    if (launcher == 0) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(open((folder / "err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
      if (chdir(folder.c_str()) != 0) _exit(98);
      setenv("ROOFLENS_INJECT", ROOFLENS_FAKE_APPLICATION, 1);
      execl(ROOFLENS_EXECUTABLE, "rooflens", "profile", "-o", "a.rlens", "--", ROOFLENS_FAKE_APPLICATION, "forever",
            nullptr);
      _exit(99);
    }
    close(ends[1]);
    out = fdopen(ends[0], "r");
    if (std::fscanf(out, "%d", &application) != 1) throw std::runtime_error("the application did not start");
  }
  ~Running() { std::fclose(out); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // The number of the last launch that was announced; reads until `least` or the end.
  unsigned launches_until(unsigned least) {
    unsigned last = 0;
    unsigned next = 0;
    while (last < least && std::fscanf(out, "%u", &next) == 1) last = next;
    return last;
  }
  [[nodiscard]] int code() const {
    int status = 0;
    waitpid(launcher, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  pid_t launcher = 0;
  pid_t application = 0;
  FILE* out = nullptr;
};

constexpr unsigned kAll = ~0U;

TEST(ProfileKilled, KeepsAllButTheLastLineOfAKilledApplication) {
  for (unsigned i = 1; i <= 20; ++i) {
    const ScratchFolder folder;
    Running running(folder.path());
    running.launches_until(1 + i * i % 37);
    std::this_thread::sleep_for(std::chrono::microseconds(i * 137));
    kill(running.application, SIGKILL);
    const unsigned announced = running.launches_until(kAll);
    EXPECT_EQ(running.code(), 128 + SIGKILL);
    const models::Recording recording = session::load(folder / "a.rlens");
    EXPECT_GE(named(recording, "copy").launches_made, announced);
    EXPECT_GE(named(recording, "scale").launches_made, announced);
    EXPECT_EQ(recording.notes.size(), 1U);
    EXPECT_EQ(recording.notes.front().topic, "killed");
    EXPECT_FALSE(fs::exists(folder / "a.rlens.spool"));
  }
}

TEST(ProfileKilled, PassesATerminationOnAndStillMakesTheSession) {
  const ScratchFolder folder;
  Running running(folder.path());
  running.launches_until(5);
  kill(running.launcher, SIGTERM);
  EXPECT_EQ(running.code(), 128 + SIGTERM);
  EXPECT_GE(named(session::load(folder / "a.rlens"), "copy").launches_made, 5U);
}

TEST(ProfileOnDemand, IsSwitchedByItsSession) {
  const ScratchFolder folder;
  const Said said = profiled(
      "$profile --idle -o a.rlens -- $app forever >out & job=$!; while [ ! -s out ]; do sleep 0.05; done; "
      "$rooflens control start a.rlens && ls a.rlens.spool; $rooflens control start $job; echo $?; "
      "$rooflens control stop a.rlens; kill $job; wait $job; ls",
      folder.path());
  EXPECT_THAT(said.out, ContainsRegex("^counting\non-demand\n[^\n]*.spool\n1\na.rlens\nout\n$")) << said.err;
  EXPECT_THAT(said.err, HasSubstr("error: counting is on already"));
  EXPECT_THAT(said.err, HasSubstr("rooflens: counting is off in a.rlens.spool\n"));
}

TEST(ProfileKilled, AKilledLauncherLeavesTheApplicationAndItsSpool) {
  const ScratchFolder folder;
  Running running(folder.path());
  running.launches_until(5);
  kill(running.launcher, SIGKILL);
  EXPECT_EQ(running.code(), -SIGKILL);
  EXPECT_EQ(running.launches_until(50), 50U) << "the application goes on";
  kill(running.application, SIGKILL);
  running.launches_until(kAll);
  const Said said = profiled("$profile -o a.rlens -- $app", folder.path());
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("an earlier run left a.rlens.spool"));
  EXPECT_TRUE(fs::exists(folder / "a.rlens.spool"));
}

}  // namespace
}  // namespace rooflens::cli
