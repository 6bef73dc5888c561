// `kill -9` in the middle of a run: the session opens with every finished batch in it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "profiler/actions/run/batch.hpp"
#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using namespace std::chrono_literals;

// Runs two full batches and a bit; the collector never answers the second one.
[[noreturn]] void run_until_killed(const std::string& path) {
  FakeBackend backend;
  backend.machine.answer = [](std::size_t batch, const collect::Request& request) {
    while (batch == 1) pause();
    return collect::plain_capture(request);
  };
  const Arguments arguments{"run", "triad/one-d", "triad/float4", "--set", sizes(70), "-o", path};
  _exit(dispatched(backend, arguments).code);
}

// Kernels in the session now, 0 while there is none.
std::size_t kernels_in(const std::string& path) {
  try {
    return session::load(path).observations.size();
  } catch (const session::SessionError&) {
    return 0;
  }
}

TEST(KilledRun, KeepsEveryFinishedBatch) {
  const ScratchFolder folder;
  const std::string path = folder / "a.rlens";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) run_until_killed(path);
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (kernels_in(path) < actions::kMostCases && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(5ms);
  kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "the run ended by itself";

  const models::Recording recording = session::load(path);
  ASSERT_EQ(recording.observations.size(), actions::kMostCases);
  EXPECT_EQ(recording.observations.front().name, "triad/one-d");
  EXPECT_EQ(recording.observations.back().parameters.at("n"), 64);
  EXPECT_EQ(recording.machines.at(0).device.name, "NVIDIA H200");
  EXPECT_EQ(dispatched(FakeBackend{}, {"report", path}).code, 0) << "and a report can be made of it";
}

}  // namespace
}  // namespace rooflens::cli
