#include "profiler/cli/save_recording.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "profiler/session/session.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(SaveRecording, WritesWhatIsLoaded) {
  const ScratchFolder folder;
  const models::Recording recording = fixtures::twelve_kernels();
  save_recording(folder / "a.rlens", recording, false);
  EXPECT_EQ(session::load(folder / "a.rlens").observations.size(), recording.observations.size());
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(SaveRecording, ReplacesOnlyWhenAsked) {
  const ScratchFolder folder;
  const models::Recording recording = fixtures::twelve_kernels();
  std::ofstream(folder / "a.rlens") << "old";
  EXPECT_THROW(save_recording(folder / "a.rlens", recording, false), session::SessionError);
  EXPECT_EQ(fs::file_size(folder / "a.rlens"), 3U);
  save_recording(folder / "a.rlens", recording, true);
  EXPECT_EQ(session::load(folder / "a.rlens").machines.size(), 1U);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(SaveRecording, LeavesTheOldFileWhereTheNewOneCannotBe) {
  const ScratchFolder folder;
  models::Recording recording = fixtures::twelve_kernels();
  recording.observations.back().durations = {models::Seconds(std::numeric_limits<double>::quiet_NaN())};
  std::ofstream(folder / "a.rlens") << "old";
  EXPECT_THROW(save_recording(folder / "a.rlens", recording, true), session::SessionError);
  EXPECT_EQ(fs::file_size(folder / "a.rlens"), 3U);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

}  // namespace
}  // namespace rooflens::cli
