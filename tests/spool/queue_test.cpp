// A spool on a file system that does not answer for a while. Writes of this executable go through write() below.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "profiler/spool/spool_writer.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace {

std::atomic<bool> answers{true};
std::atomic<int> held{0};  // writes that wait

}  // namespace

// Of libc, to everything linked into this executable. Spools stay out of the descriptors below 100.
extern "C" ssize_t write(int descriptor, const void* data, size_t size) {
  if (descriptor >= 100) {
    ++held;
    while (!answers) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --held;
  }
  return syscall(SYS_write, descriptor, data, size);
}

namespace rooflens::collect::spool {
namespace {

RangeRecord numbered(int number) { return {number, std::string(200, 'x')}; }

class QueuedSpool : public ::testing::Test {
 protected:
  void TearDown() override {
    answers = true;
    while (held > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void stop_answering() {
    answers = false;
    writer_.write(numbered(0));
    while (held == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  [[nodiscard]] fixtures::ReadSpool read() const { return fixtures::read_spool(folder_ / "a.spool"); }
  // The thread writes a moment later.
  [[nodiscard]] fixtures::ReadSpool read_once_it_has(std::size_t records) const {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (read().records.size() < records && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return read();
  }

  const fixtures::ScratchFolder folder_;
  SpoolWriter writer_{folder_ / "a.spool", WrittenBy::own_thread};
};

TEST_F(QueuedSpool, WritesInOrder) {
  for (int i = 0; i < 1000; ++i) writer_.write(numbered(i));
  writer_.finish();
  const auto spool = read();  // all of it
  ASSERT_EQ(spool.records.size(), 1000U);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(std::get<RangeRecord>(spool.records[static_cast<std::size_t>(i)]).range, i);
}

TEST_F(QueuedSpool, HoldsUpNobodyWhileTheFileSystemDoesNotAnswer) {
  stop_answering();
  for (int i = 1; i < 1000; ++i) writer_.write(numbered(i));
  writer_.finish();
  EXPECT_EQ(read().records.size(), 0U) << "finish() gave up, as it must";
  answers = true;
  EXPECT_EQ(read_once_it_has(1000).records.size(), 1000U);
  EXPECT_FALSE(read().damage.disk_was_full);
}

TEST_F(QueuedSpool, KeepsNoMoreThanItHasRoomForAndSaysSo) {
  stop_answering();
  constexpr int kRecords = 100'000;  // of 200 bytes and more
  for (int i = 1; i < kRecords; ++i) writer_.write(numbered(i));
  answers = true;
  static_cast<void>(read_once_it_has(50'000));
  writer_.write(numbered(kRecords));
  writer_.finish();
  const auto spool = read();
  EXPECT_GT(spool.records.size(), 50'000U);
  EXPECT_LT(spool.records.size(), 90'000U);
  EXPECT_EQ(std::get<RangeRecord>(spool.records.back()).range, kRecords);
  EXPECT_EQ(spool.damage.damaged, 0U);
  EXPECT_TRUE(spool.damage.disk_was_full);
}

TEST_F(QueuedSpool, AnEndOfTheWriterDoesNotWaitForEver) {
  const auto begin = std::chrono::steady_clock::now();
  {
    SpoolWriter other(folder_ / "b.spool", WrittenBy::own_thread);
    answers = false;
    other.write(numbered(1));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5 * collect::spool::SpoolQueue::kPatience);
}

TEST(SpoolFile, OfMemoryAnswersByItself) {
  if (!std::filesystem::is_directory("/dev/shm")) GTEST_SKIP() << "no tmpfs here";
  const std::string path = "/dev/shm/rooflens-spool-test." + std::to_string(getpid());
  const SpoolFile file(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(file.good());
  EXPECT_FALSE(file.may_hang());
}

}  // namespace
}  // namespace rooflens::collect::spool
