// What `rooflens profile` has to say of a run: printed once, by the rank that it is about, and kept in the session.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
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

// "warning sampled 0, ...": level, topic and rank of each note.
std::string notes_of(const fs::path& session) {
  const models::Recording recording = session::load(session);
  std::string all;
  for (const models::Note& note : recording.notes) {
    all += all.empty() ? "" : ", ";
    all += (note.level == models::NoteLevel::warning ? "warning " : "information ") + note.topic;
    for (const models::Process& process : recording.processes) {
      if (process.id == note.process) all += " " + std::to_string(process.rank);
    }
  }
  return all;
}

std::size_t times(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(ProfileNotes, KeepsInTheSessionWhatItSaysOfTheRun) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -o a.rlens -- $app normal notes", folder.path());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("rooflens: warning: launches were looked at in 10 of 41 s\n"
                                  "rooflens: hint: allow more\n"
                                  "rooflens: warning: warps cannot be sampled here\n"
                                  "rooflens: note: ranks take turns\n"));
  EXPECT_EQ(notes_of(folder / "a.rlens"), "warning sampled 0, warning stalls 0, information collective 0");
  const Said report = profiled("$rooflens report a.rlens", folder.path());
  EXPECT_THAT(report.out, HasSubstr("  warning: Launches were looked at in 10 of 41 s. Allow more.\n"));
}

TEST(ProfileNotes, SaysOfTheRanksInOneSessionWhatTheyHaveInCommonOnce) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -o a.rlens -- $app ranks notes", folder.path());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("rooflens: warning: rank 0: launches were looked at in 10 of 41 s\n"));
  EXPECT_THAT(said.err, HasSubstr("rooflens: warning: rank 1: launches were looked at in 11 of 41 s\n"));
  EXPECT_EQ(times("warning: warps cannot be sampled here\n", said.err), 1U) << said.err;
  EXPECT_EQ(session::load(folder / "a.rlens").notes.size(), 6U) << "each of each rank";
}

TEST(ProfileNotes, OfAnyRankPrintsItsWarnings) {
  const ScratchFolder folder;
  const Said said = profiled(
      "for r in 0 1; do OMPI_COMM_WORLD_RANK=$r OMPI_COMM_WORLD_SIZE=2 $profile -o a.rlens "
      "-- $app normal notes & done; wait",
      folder.path());
  for (const char* line : {"warning: rank 0: launches were looked at in 10 of 41 s\n",
                           "warning: rank 1: launches were looked at in 11 of 41 s\n",
                           "warning: rank 1: warps cannot be sampled here\n", "note: rank 0: ranks take turns\n"}) {
    EXPECT_EQ(times(line, said.err), 1U) << line << said.err;
  }
  EXPECT_THAT(said.err, Not(HasSubstr("note: rank 1"))) << "the first says what is good to know";
  EXPECT_EQ(times(" launches, ", said.err), 1U) << "one table: " << said.err;
  ASSERT_EQ(profiled("$rooflens merge a.rank*.rlens -o a.rlens", folder.path()).code, 0);
  EXPECT_EQ(notes_of(folder / "a.rlens"),
            "warning sampled 0, warning stalls 0, information collective 0, "
            "warning sampled 1, warning stalls 1, information collective 1");
}

TEST(ProfileNotes, SaysThatTheDiskWasFullAndKeepsTheRest) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -o a.rlens -- $app full", folder.path());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err,
              ContainsRegex("rooflens: warning: the disk was full, or did not answer, while process [0-9]+ ran"));
  EXPECT_THAT(said.err, Not(HasSubstr("orderly"))) << "it ended in order, and more than its last second is lost";
  EXPECT_GE(named(session::load(folder / "a.rlens"), "copy").launches_made, 4U);
  EXPECT_EQ(notes_of(folder / "a.rlens"), "warning disk-full 0");
}

TEST(ProfileNotes, SaysThatProcessesGoOn) {
  const ScratchFolder folder;
  const Said said = profiled("$profile -o a.rlens -- $app daemon", folder.path());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err,
              ContainsRegex("warning: process [0-9]+ had not ended when rooflens read what it wrote: .*\n"
                            "rooflens: hint: when it has ended, `rooflens merge a.rlens.spool -o NEW.rlens`"));
  EXPECT_THAT(said.err, Not(HasSubstr("orderly")));
  EXPECT_EQ(notes_of(folder / "a.rlens"), "warning still-running 0");
  EXPECT_TRUE(fs::exists(folder / "a.rlens.spool"));
  std::this_thread::sleep_for(2s);
}

TEST(ProfileNotes, NotesThatNvtxBelongsToAnotherTool) {
  const ScratchFolder folder;
  const Said said = profiled("NVTX_INJECTION64_PATH=/opt/other.so $profile -o a.rlens -- $app", folder.path());
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("note: NVTX_INJECTION64_PATH names another tool"));
  EXPECT_EQ(times("names another tool", said.err), 1U);
  EXPECT_EQ(notes_of(folder / "a.rlens"), "information nvtx 0");
}

}  // namespace
}  // namespace rooflens::cli
