#include "profiler/observe/launcher_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

#include "tests/cli/scratch_folder.hpp"

namespace rooflens::inject {
namespace {

struct LauncherLockTest : ::testing::Test {
  cli::ScratchFolder folder;
  int held = -1;

  int hold() {
    held = open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return flock(held, LOCK_EX | LOCK_NB);
  }
};

TEST_F(LauncherLockTest, KnowsThatTheLauncherLivesAndThatItDied) {
  ASSERT_EQ(hold(), 0);
  LauncherLock lock(folder.path().string());
  EXPECT_FALSE(lock.launcher_is_gone());
  close(held);
  EXPECT_TRUE(lock.launcher_is_gone());
  EXPECT_EQ(hold(), 0) << "nothing is held by those who ask";
  close(held);
}

// As Python's subprocess does in a child that goes on.
TEST_F(LauncherLockTest, OutlivesAProgramThatClosesWhatItDidNotOpen) {
  ASSERT_EQ(hold(), 0);
  LauncherLock lock(folder.path().string());
  EXPECT_FALSE(lock.launcher_is_gone());
  for (int descriptor = 500; descriptor < 520; ++descriptor) close(descriptor);
  EXPECT_FALSE(lock.launcher_is_gone());
  close(held);
  EXPECT_TRUE(lock.launcher_is_gone());
}

TEST_F(LauncherLockTest, TakesAFolderThatWasRemovedForTheEnd) {
  LauncherLock lock(folder.path().string() + "/gone");
  EXPECT_TRUE(lock.launcher_is_gone());
}

}  // namespace
}  // namespace rooflens::inject
