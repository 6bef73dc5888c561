// A run that is killed keeps every batch that append() returned from.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

constexpr std::size_t kBatch = 16;

// Appends batches for ever, resting after each, and reports each finished one with a byte.
[[noreturn]] void append_for_ever(const std::filesystem::path& path, int report, useconds_t rest) {
  const models::Recording recording = rich_recording();
  Writer writer = Writer::create(path, recording.provenance, Writer::IfExists::refuse);
  writer.add_process(recording.processes[1]);
  writer.put_machine(recording.machines[0]);
  models::Observation large = plain_observation("k");
  for (int i = 0; i < 200; ++i) large.counters.set("counter_" + std::to_string(i), {1, 1, 1, 1});
  const std::vector<models::Observation> batch(kBatch, large);
  for (;;) {
    writer.append(batch);
    if (write(report, "+", 1) != 1) _exit(1);
    usleep(rest);
  }
}

/// A child that appends, and the pipe it reports through.
struct ChildRun {
  pid_t child;
  int report;
};

ChildRun start_run(const std::filesystem::path& path, useconds_t rest) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    append_for_ever(path, ends[1], rest);
  }
  close(ends[1]);
  return {child, ends[0]};
}

// Waits for that many reports; gives how many came before the end.
std::size_t wait_for(const ChildRun& run, std::size_t batches) {
  char byte = 0;
  std::size_t seen = 0;
  while (seen < batches && read(run.report, &byte, 1) == 1) ++seen;
  return seen;
}

// Gives the number of reports that were still in the pipe.
std::size_t kill_run(const ChildRun& run) {
  kill(run.child, SIGKILL);
  waitpid(run.child, nullptr, 0);
  const std::size_t seen = wait_for(run, SIZE_MAX);
  close(run.report);
  return seen;
}

// Kills the writer `delay` after its batch number `batches` was finished; gives the number it had reported in all.
std::size_t run_and_kill(const std::filesystem::path& path, std::size_t batches, useconds_t delay) {
  const ChildRun run = start_run(path, 0);
  const std::size_t seen = wait_for(run, batches);
  usleep(delay);
  return seen + kill_run(run);
}

TEST(KilledRun, KeepsEveryFinishedBatch) {
  for (std::size_t batches = 1; batches <= 8; ++batches) {
    const ScratchFolder folder;
    const std::size_t finished = run_and_kill(folder / "a.rlens", batches, static_cast<useconds_t>(700 * batches));
    ASSERT_GE(finished, batches);
    const std::size_t kept = load(folder / "a.rlens").observations.size();
    EXPECT_GE(kept, finished * kBatch);
    EXPECT_LE(kept, (finished + 1) * kBatch);  // one may have been committed and not yet reported
    EXPECT_EQ(kept % kBatch, 0U) << "half a batch";
  }
}

TEST(KilledRun, CanBeReadAgainAndAgain) {
  const ScratchFolder folder;
  const std::size_t finished = run_and_kill(folder / "a.rlens", 2, 0);
  const std::string before = read_bytes(folder / "a.rlens");
  const std::string wal_before = read_bytes(folder / "a.rlens-wal");
  for (int i = 0; i < 3; ++i) EXPECT_GE(load(folder / "a.rlens").observations.size(), finished * kBatch);
  EXPECT_EQ(read_bytes(folder / "a.rlens"), before);
  EXPECT_EQ(read_bytes(folder / "a.rlens-wal"), wal_before);
}

TEST(KilledRun, CanBeReplaced) {
  const ScratchFolder folder;
  run_and_kill(folder / "a.rlens", 2, 0);
  save({}, folder / "a.rlens", Writer::IfExists::replace);
  EXPECT_TRUE(load(folder / "a.rlens").observations.empty());
}

TEST(RunningSession, IsReadWholeWhileAnotherProcessAppends) {
  const ScratchFolder folder;
  const ChildRun run = start_run(folder / "a.rlens", 20'000);
  std::size_t finished = 0;
  std::string errors;
  for (int i = 0; i < 20 && errors.empty(); ++i) {
    finished += wait_for(run, 1);
    errors = error_of([&] {
      const std::size_t kept = load(folder / "a.rlens").observations.size();
      EXPECT_GE(kept, finished * kBatch);
      EXPECT_EQ(kept % kBatch, 0U) << "half a batch";
    });
    if (errors == "no error") errors.clear();
  }
  kill_run(run);
  EXPECT_EQ(errors, "");
}

// Its writer rests between batches, so it holds no lock but that of its -wal.
TEST(RunningSession, IsNotReplacedWhileAnotherProcessWritesIt) {
  const ScratchFolder folder;
  const ChildRun run = start_run(folder / "a.rlens", 20'000);
  std::size_t finished = wait_for(run, 1);
  EXPECT_EQ(error_of([&] { save({}, folder / "a.rlens", Writer::IfExists::replace); }).find("session '"), 0U);
  EXPECT_NE(error_of([&] { require_unused(folder / "a.rlens"); }).find("is open in another program"),
            std::string::npos);
  finished += wait_for(run, 2);
  finished += kill_run(run);
  EXPECT_GE(load(folder / "a.rlens").observations.size(), finished * kBatch);
  EXPECT_EQ(error_of([&] { require_unused(folder / "a.rlens"); }), "no error");
}

TEST(RunningSession, CanBeReadWhileItIsWritten) {
  const ScratchFolder folder;
  const models::Recording recording = rich_recording();
  Writer writer = Writer::create(folder / "a.rlens", recording.provenance, Writer::IfExists::refuse);
  writer.add_process(recording.processes[1]);
  writer.put_machine(recording.machines[0]);
  for (std::size_t i = 1; i <= 3; ++i) {
    writer.append(std::vector{plain_observation("k")});
    EXPECT_EQ(load(folder / "a.rlens").observations.size(), i);
  }
}

}  // namespace
}  // namespace rooflens::session
