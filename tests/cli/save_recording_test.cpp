#include "profiler/actions/save_recording.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <limits>

#include "profiler/session/session.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(SaveRecording, WritesWhatIsLoaded) {
  const cli::ScratchFolder folder;
  const models::Recording recording = fixtures::twelve_kernels();
  save_recording(folder / "a.rlens", recording, false);
  EXPECT_EQ(session::load(folder / "a.rlens").observations.size(), recording.observations.size());
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(SaveRecording, ReplacesOnlyWhenAsked) {
  const cli::ScratchFolder folder;
  const models::Recording recording = fixtures::twelve_kernels();
  std::ofstream(folder / "a.rlens") << "old";
  EXPECT_THROW(save_recording(folder / "a.rlens", recording, false), session::SessionError);
  EXPECT_EQ(fs::file_size(folder / "a.rlens"), 3U);
  save_recording(folder / "a.rlens", recording, true);
  EXPECT_EQ(session::load(folder / "a.rlens").machines.size(), 1U);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(SaveRecording, LeavesTheOldFileWhereTheNewOneCannotBe) {
  const cli::ScratchFolder folder;
  models::Recording recording = fixtures::twelve_kernels();
  recording.observations.back().durations = {models::Seconds(std::numeric_limits<double>::quiet_NaN())};
  std::ofstream(folder / "a.rlens") << "old";
  EXPECT_THROW(save_recording(folder / "a.rlens", recording, true), session::SessionError);
  EXPECT_EQ(fs::file_size(folder / "a.rlens"), 3U);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

// What a killed run left beside its session is no part of the one that takes its place.
TEST(SaveRecording, LeavesNothingOfAKilledRun) {
  const cli::ScratchFolder folder;
  const models::Recording recording = fixtures::twelve_kernels();
  const pid_t child = fork();
  if (child == 0) {
    session::Writer writer =
        session::Writer::create(folder / "a.rlens", recording.provenance, session::Writer::IfExists::refuse);
    writer.add_process({.id = 7, .hostname = "killed"});
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(fs::exists(folder / "a.rlens-wal"));
  save_recording(folder / "a.rlens", recording, true);
  EXPECT_EQ(files_in(folder.path()), 1U);
  const models::Recording loaded = session::load(folder / "a.rlens");
  EXPECT_EQ(loaded.observations.size(), 12U);
  EXPECT_FALSE(loaded.provenance.altered.value_or(false));
}

// No file grows beyond `bytes` while it lives, as on a disk that is full.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(SaveRecording, SaysThatNothingIsThereWhereItDidNotFit) {
  const cli::ScratchFolder folder;
  const models::Recording recording = fixtures::twelve_kernels();
  std::string what, hint;
  try {
    const SizeLimit limit(200'000);
    save_recording(folder / "a.rlens", recording, false);
  } catch (const session::SessionError& error) {
    what = error.what();
    hint = error.remedy();
  }
  EXPECT_NE(what.find("cannot write session '" + (folder / "a.rlens") + "'"), what.npos) << what;
  EXPECT_NE(hint.find("nothing was written, and what was there before is as it was"), hint.npos) << hint;
  EXPECT_EQ(files_in(folder.path()), 0U);
}

}  // namespace
}  // namespace rooflens::actions
