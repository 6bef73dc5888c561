// Two processes, and what one that was killed leaves behind.
#include "profiler/config/counter_lock.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/lock_holder.hpp"

namespace rooflens::collect {
namespace {

struct CounterLockTest : ::testing::Test {
  cli::ScratchFolder folder;
  [[nodiscard]] std::optional<std::string> holder(const std::string& gpu) const {
    return counter_lock_holder(gpu, folder.path());
  }
};

TEST_F(CounterLockTest, NamesTheProcessThatHoldsThatGpu) {
  EXPECT_EQ(holder("a0"), std::nullopt);
  std::optional<fixtures::LockHolder> other(std::in_place, "a0", folder.path());
  const std::string pid = std::to_string(other->pid);
  std::string name;
  std::ifstream comm("/proc/self/comm");
  std::getline(comm, name);
  EXPECT_EQ(holder("a0"), "process " + pid + " (" + name + ")");
  EXPECT_EQ(holder("b1"), std::nullopt);
  const CounterLock second("a0", folder.path());
  EXPECT_EQ(holder("a0"), "process " + pid + " (" + name + ")") << "one that failed changes nothing";
  other.reset();
  EXPECT_TRUE(std::filesystem::exists(counter_lock_file("a0", folder.path())));
  EXPECT_EQ(holder("a0"), std::nullopt);
}

TEST_F(CounterLockTest, NamesNeitherThisProcessNorOneThatIsGone) {
  const pid_t gone = fixtures::LockHolder("a0", folder.path()).pid;
  const auto file = counter_lock_file("a0", folder.path());
  {
    const CounterLock own("a0", folder.path());
    EXPECT_EQ(holder("a0"), std::nullopt);
    std::ofstream(file) << gone << " gone\n";  // as a child of that process would keep it
    EXPECT_EQ(holder("a0"), std::nullopt);
    std::ofstream(file) << getppid() << " parent\n";
    EXPECT_EQ(holder("a0"), "process " + std::to_string(getppid()) + " (parent)");
    std::ofstream(file) << "nonsense";
    EXPECT_EQ(holder("a0"), std::nullopt);
  }
  std::ofstream(file) << getppid() << " parent\n";
  EXPECT_EQ(holder("a0"), std::nullopt) << "nobody holds it";
}

TEST_F(CounterLockTest, GoesToNobodyByFork) {
  std::optional<CounterLock> lock(std::in_place, "a0", folder.path());
  const pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  lock.reset();
  const auto file = counter_lock_file("a0", folder.path());
  std::ofstream(file) << getppid() << " parent\n";
  EXPECT_EQ(holder("a0"), std::nullopt);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_F(CounterLockTest, IsNoErrorWhereItCannotBeMade) {
  const CounterLock none("", folder.path());
  const CounterLock nowhere("a0", folder.path() / "none");
  const auto file = counter_lock_file("b1", folder.path());
  std::filesystem::create_symlink(folder.path() / "elsewhere", file);
  const CounterLock link("b1", folder.path());
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "elsewhere"));
  EXPECT_EQ(holder(""), std::nullopt);
}

TEST_F(CounterLockTest, IsOfItsUserAlone) {
  const CounterLock lock("a0", folder.path());
  struct stat file {};
  ASSERT_EQ(stat(counter_lock_file("a0", folder.path()).c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777U, 0600U);
}

// As Python's subprocess does in a child that goes on.
TEST_F(CounterLockTest, ClosesNothingOfAProgramThatClosedItsFile) {
  std::optional<CounterLock> lock(std::in_place, "a0", folder.path());
  for (int descriptor = 500; descriptor < 520; ++descriptor) close(descriptor);
  const int other = dup2(STDERR_FILENO, 500);
  lock.reset();
  EXPECT_EQ(close(other), 0);
}

}  // namespace
}  // namespace rooflens::collect
