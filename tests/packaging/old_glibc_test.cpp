// What answers in place of functions that glibc 2.28 lacks. Here the C library has them, so they are taken away first.
#include "cmake/old_glibc.cpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

using namespace std::chrono_literals;

class OldGlibc : public ::testing::Test {
 protected:
  void SetUp() override {
    clock_wait = nullptr;
    clock_lock = nullptr;
    find_object = nullptr;
  }
  void TearDown() override { look_up(); }
};

[[gnu::noinline]] void throw_an_error(int depth) {
  if (depth == 0) throw std::runtime_error("seen");
  throw_an_error(depth - 1);
}

TEST_F(OldGlibc, UnwindsExceptions) {
  try {
    throw_an_error(20);
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "seen");
  }
}

TEST_F(OldGlibc, FindsTheFramesThatTheCLibraryFinds) {
  const auto real = newer<FindObject>("_dl_find_object");
  if (!real) GTEST_SKIP() << "this C library is older than 2.35";
  for (void* address : {reinterpret_cast<void*>(&throw_an_error), dlsym(RTLD_DEFAULT, "qsort")}) {
    FoundObject expected{}, found{};
    ASSERT_EQ(real(address, &expected), 0);
    ASSERT_EQ(rooflens_find_object(address, &found), 0);
    EXPECT_EQ(found.eh_frame, expected.eh_frame);
    EXPECT_LE(found.map_start, address);
    EXPECT_GT(found.map_end, address);
  }
  FoundObject found{};
  int on_the_stack = 0;
  EXPECT_EQ(rooflens_find_object(&on_the_stack, &found), -1);
}

TEST_F(OldGlibc, WaitsByTheSteadyClock) {
  std::mutex mutex;
  std::condition_variable changed;
  std::unique_lock lock(mutex);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(changed.wait_until(lock, began + 30ms), std::cv_status::timeout);
  EXPECT_GE(std::chrono::steady_clock::now() - began, 30ms);

  bool done = false;
  std::thread other([&] {
    const std::lock_guard guard(mutex);
    done = true;
    changed.notify_one();
  });
  EXPECT_TRUE(changed.wait_for(lock, 20s, [&] { return done; }));
  lock.unlock();
  other.join();
}

TEST_F(OldGlibc, LocksByTheSteadyClock) {
  std::timed_mutex mutex;
  mutex.lock();
  std::thread other([&] {
    const auto began = std::chrono::steady_clock::now();
    EXPECT_FALSE(mutex.try_lock_for(30ms));
    EXPECT_GE(std::chrono::steady_clock::now() - began, 30ms);
  });
  other.join();
  mutex.unlock();
}

TEST_F(OldGlibc, TranslatesTimesOfOtherClocks) {
  timespec there{}, here{};
  clock_gettime(CLOCK_MONOTONIC, &there);
  clock_gettime(CLOCK_REALTIME, &here);
  for (const long nanoseconds : {0L, 999'999'999L}) {
    const timespec result = on_realtime(CLOCK_MONOTONIC, {there.tv_sec + 100, nanoseconds});
    EXPECT_GE(result.tv_nsec, 0);
    EXPECT_LT(result.tv_nsec, 1'000'000'000);
    const double expected = static_cast<double>(here.tv_sec - there.tv_sec) + 100.0 +
                            1e-9 * static_cast<double>(here.tv_nsec - there.tv_nsec + nanoseconds);
    EXPECT_NEAR(static_cast<double>(result.tv_sec - there.tv_sec) + 1e-9 * static_cast<double>(result.tv_nsec),
                expected, 1.0);
  }
  const timespec same = on_realtime(CLOCK_REALTIME, {5, 6});
  EXPECT_EQ(same.tv_sec, 5);
  EXPECT_EQ(same.tv_nsec, 6);
}

TEST_F(OldGlibc, LooksAtFiles) {
  struct stat status {};
  ASSERT_EQ(rooflens_stat("/proc/self/exe", &status), 0);
  EXPECT_TRUE(S_ISREG(status.st_mode));
  EXPECT_GT(status.st_size, 0);
  ASSERT_EQ(rooflens_lstat("/proc/self/exe", &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  ASSERT_EQ(rooflens_fstat(0, &status), 0);
  errno = 0;
  EXPECT_EQ(rooflens_stat("/nonexistent", &status), -1);
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
