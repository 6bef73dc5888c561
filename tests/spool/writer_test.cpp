// The writer as a guest: what an application may do to it, and what it must not do to the application.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <vector>

#include "profiler/spool/spool_writer.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace rooflens::collect::spool {
namespace {

RangeRecord range(int number) { return {number, std::string(200, 'x')}; }

// Runs `body` in a child, because it limits, closes or ends the process.
template <class Body>
int status_of_child(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

TEST(SpoolWriter, WritesWhatIsReadBack) {
  const fixtures::ScratchFolder folder;
  SpoolWriter writer(folder / "a.spool", WrittenBy::caller);
  ASSERT_TRUE(writer.good());
  writer.write(range(1));
  writer.write(range(2));
  const auto spool = fixtures::read_spool(folder / "a.spool");
  ASSERT_EQ(spool.records.size(), 2U) << "before the writer is closed";
  EXPECT_EQ(std::get<RangeRecord>(spool.records[1]).range, 2);
  EXPECT_FALSE(spool.damage.disk_was_full);
}

TEST(SpoolWriter, LeavesAnEarlierSpoolOfThatNameAlone) {
  const fixtures::ScratchFolder folder;
  SpoolWriter first(folder / "host.7.spool", WrittenBy::caller);
  SpoolWriter second(folder / "host.7.spool", WrittenBy::caller);
  SpoolWriter third(folder / "host.7.spool", WrittenBy::caller);
  first.write(range(1));
  second.write(range(2));
  third.write(range(3));
  const auto spools = fixtures::read_spools(folder.path());
  ASSERT_EQ(spools.size(), 3U);
  for (const auto& spool : spools) EXPECT_EQ(spool.records.size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(folder / "host.7.2.spool"));
  EXPECT_EQ(third.path(), (folder / "host.7.3.spool").string());
}

TEST(SpoolWriter, WithoutAFolderIsNotGoodAndKeepsQuiet) {
  errno = ENOTTY;
  SpoolWriter writer("no/such/folder/a.spool");
  EXPECT_FALSE(writer.good());
  writer.write(range(1));
  EXPECT_EQ(errno, ENOTTY);
}

TEST(SpoolWriter, SaysInAFileThatTheDiskIsFullAndGoesOnWhenItIsNot) {
  const fixtures::ScratchFolder folder;
  const int status = status_of_child([&] {
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    SpoolWriter writer(folder / "a.spool", WrittenBy::caller);
    writer.write(range(1));
    limit.rlim_cur = std::filesystem::file_size(folder / "a.spool") + 50;
    setrlimit(RLIMIT_FSIZE, &limit);
    errno = ENOTTY;
    writer.write(range(2));
    writer.write(range(3));
    if (errno != ENOTTY) _exit(1);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    writer.write(range(4));
    writer.write(range(5));
  });
  ASSERT_EQ(status, 0) << "SIGXFSZ reached the application, or errno changed";
  const auto spool = fixtures::read_spool(folder / "a.spool");
  ASSERT_EQ(spool.records.size(), 3U);
  EXPECT_EQ(std::get<RangeRecord>(spool.records[1]).range, 4);
  EXPECT_EQ(spool.damage.damaged, 1U);
  EXPECT_TRUE(spool.damage.disk_was_full);
}

TEST(SpoolWriter, StaysOutOfTheLowDescriptors) {
  const fixtures::ScratchFolder folder;
  const int status = status_of_child([&] {
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    SpoolWriter writer(folder / "a.spool", WrittenBy::caller);
    if (open("/dev/null", O_RDONLY) != STDIN_FILENO || open("/dev/null", O_WRONLY) != STDOUT_FILENO) _exit(1);
    writer.write(range(1));
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(fixtures::read_spool(folder / "a.spool").records.size(), 1U);
}

// A daemon closes what it finds, and its own files then get the numbers.
TEST(SpoolWriter, NeverWritesIntoAFileThatTookItsNumber) {
  const fixtures::ScratchFolder folder;
  const int status = status_of_child([&] {
    SpoolWriter writer(folder / "a.spool", WrittenBy::caller);
    writer.write(range(1));
    for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
    const int own = open((folder / "own").c_str(), O_WRONLY | O_CREAT, 0600);
    for (int copy = own; copy >= 0 && copy < 200; copy = dup(own)) {
    }
    writer.write(range(2));
    writer.write(range(3));
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(std::filesystem::file_size(folder / "own"), 0U);
  EXPECT_EQ(fixtures::read_spool(folder / "a.spool").records.size(), 3U);
}

TEST(SpoolWriter, RecordsOfSeveralThreadsDoNotMix) {
  const fixtures::ScratchFolder folder;
  {
    SpoolWriter writer(folder / "a.spool", WrittenBy::caller);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&writer, t] {
        for (int i = 0; i < 200; ++i) writer.write(range(1000 * t + i));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  const auto spool = fixtures::read_spool(folder / "a.spool");
  EXPECT_EQ(spool.records.size(), 800U);
  EXPECT_EQ(spool.damage.damaged, 0U);
}

TEST(SpoolWriter, KeepsEveryWholeRecordOfAKilledProcess) {
  const fixtures::ScratchFolder folder;
  const int status = status_of_child([&] {
    SpoolWriter writer(folder / "a.spool", WrittenBy::caller);
    for (int i = 1; i <= 100; ++i) writer.write(range(i));
    raise(SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(fixtures::read_spool(folder / "a.spool").records.size(), 100U);
}

TEST(SpoolWriter, LeavesACancelledThreadToEndWhereTheApplicationLetsIt) {
  const fixtures::ScratchFolder folder;
  const int status = status_of_child([&] {
    SpoolWriter writer(folder / "a.spool", WrittenBy::caller);
    std::thread thread([&] {
      pthread_cancel(pthread_self());
      writer.write(range(1));
      writer.write(range(2));
      pthread_testcancel();
      writer.write(range(3));
    });
    thread.join();
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(fixtures::read_spool(folder / "a.spool").records.size(), 2U);
}

}  // namespace
}  // namespace rooflens::collect::spool
