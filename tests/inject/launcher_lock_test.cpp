#include "profiler/observe/launcher_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

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

// As after chroot(2).
TEST_F(LauncherLockTest, BelievesTheLockMoreThanTheName) {
  const std::string name = folder.path().string() + "/spools";
  ASSERT_EQ(mkdir(name.c_str(), 0700), 0);
  held = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX | LOCK_NB), 0);
  LauncherLock lock(name);
  EXPECT_FALSE(lock.launcher_is_gone());
  ASSERT_EQ(rename(name.c_str(), (name + " out of sight").c_str()), 0);
  EXPECT_FALSE(lock.launcher_is_gone());
  close(held);
  EXPECT_TRUE(lock.launcher_is_gone());
}

// ulimit -n 256
TEST_F(LauncherLockTest, LeavesTheLowestNumbersToTheProgram) {
  ASSERT_EQ(hold(), 0);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit low{256, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &low);
  const int next = dup(held);
  close(next);
  LauncherLock lock(folder.path().string());
  EXPECT_FALSE(lock.launcher_is_gone());
  setrlimit(RLIMIT_NOFILE, &before);
  const int after = dup(held);
  EXPECT_EQ(after, next);
  close(after);
  close(held);
}

TEST_F(LauncherLockTest, TakesAFolderThatWasRemovedForTheEnd) {
  LauncherLock lock(folder.path().string() + "/gone");
  EXPECT_TRUE(lock.launcher_is_gone());
}

}  // namespace
}  // namespace rooflens::inject
