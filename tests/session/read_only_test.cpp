// Reading where nothing may be written. Root may write anywhere, so each check runs in a child without its rights.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profiler/session/database.hpp"
#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

// What `action` says in a process that is not root.
std::string as_nobody(const std::function<std::string()>& action) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    std::string answer = "cannot drop root";
    if (geteuid() != 0 || setuid(kNobody) == 0) answer = action();
    const bool written = write(ends[1], answer.data(), answer.size()) == static_cast<ssize_t>(answer.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string answer;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(ends[0], buffer.data(), buffer.size())) > 0;) {
    answer.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return answer;
}

std::string kernels_in(const fs::path& path) {
  try {
    return std::to_string(load(path).observations.size()) + " kernels";
  } catch (const SessionError& error) {
    return std::string(error.what()) + " | " + error.remedy();
  }
}

class ReadOnlyFolder : public ::testing::Test {
 protected:
  void lock() { ASSERT_EQ(chmod(folder_.path().c_str(), 0555), 0); }
  ~ReadOnlyFolder() override { chmod(folder_.path().c_str(), 0755); }
  std::size_t files() { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), {})); }
  // A session as a killed run leaves it: rows only in the -wal.
  void leave_wal() {
    const models::Recording recording = rich_recording();
    Writer writer = Writer::create(folder_ / "live", recording.provenance, Writer::IfExists::refuse);
    for (const auto& process : recording.processes) writer.add_process(process);
    for (const auto& machine : recording.machines) writer.put_machine(machine);
    writer.append(recording.observations);
    fs::copy_file(folder_ / "live", folder_ / "a.rlens");
    fs::copy_file(folder_ / "live-wal", folder_ / "a.rlens-wal");
    writer.close();
    fs::remove(folder_ / "live");
  }
  ScratchFolder folder_;
};

TEST_F(ReadOnlyFolder, IsReadInPlace) {
  save(rich_recording(), folder_ / "a.rlens");
  lock();
  EXPECT_EQ(as_nobody([&] { return kernels_in(folder_ / "a.rlens"); }), "3 kernels");
}

TEST_F(ReadOnlyFolder, IsReadThroughACopyWhenAWalIsLeft) {
  leave_wal();
  lock();
  EXPECT_EQ(as_nobody([&] { return kernels_in(folder_ / "a.rlens"); }), "3 kernels");
  EXPECT_EQ(files(), 2U);
}

TEST_F(ReadOnlyFolder, IsReadThroughACopyWhenWalAndShmAreLeft) {
  leave_wal();
  write_bytes(folder_ / "a.rlens-shm", std::string(32768, '\0'));
  lock();
  EXPECT_EQ(as_nobody([&] { return kernels_in(folder_ / "a.rlens"); }), "3 kernels");
}

TEST_F(ReadOnlyFolder, SaysSoWhenNoCopyCanBeMade) {
  leave_wal();
  lock();
  const std::string answer = as_nobody([&] {
    setenv("TMPDIR", folder_.path().c_str(), 1);
    return kernels_in(folder_ / "a.rlens");
  });
  EXPECT_NE(answer.find("cannot make a temporary directory"), std::string::npos) << answer;
  EXPECT_NE(answer.find("| the session can only be read on a copy; set TMPDIR"), std::string::npos) << answer;
}

TEST_F(ReadOnlyFolder, TakesNoSession) {
  lock();
  const std::string answer = as_nobody([&] { return error_of([&] { save({}, folder_ / "a.rlens"); }); });
  EXPECT_NE(answer.find("cannot create session"), std::string::npos) << answer;
  EXPECT_NE(answer.find("Permission denied | choose a path you may write to"), std::string::npos) << answer;
}

TEST_F(ReadOnlyFolder, KeepsTheOldSessionThatCannotBeReplaced) {
  save(rich_recording(), folder_ / "a.rlens");
  lock();
  const std::string answer =
      as_nobody([&] { return error_of([&] { save({}, folder_ / "a.rlens", Writer::IfExists::replace); }); });
  EXPECT_NE(answer.find("Permission denied"), std::string::npos) << answer;
  EXPECT_EQ(load(folder_ / "a.rlens").observations.size(), 3U);
}

TEST_F(ReadOnlyFolder, IsClearAboutAFileThatMayNotBeRead) {
  save(rich_recording(), folder_ / "a.rlens");
  chmod((folder_ / "a.rlens").c_str(), 0);
  chmod(folder_.path().c_str(), 0755);
  const std::string answer = as_nobody([&] { return kernels_in(folder_ / "a.rlens"); });
  EXPECT_NE(answer.find("a.rlens': Permission denied | check that you may read the file"), std::string::npos) << answer;
}

TEST(WritableFolder, IsLeftAsItWas) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  EXPECT_EQ(kernels_in(folder / "a.rlens"), "3 kernels");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

// Killed between checkpoint and close, or copied without its -wal: the header says WAL, and there is none.
TEST(WritableFolder, IsLeftAsItWasWhenTheWalIsGone) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  tamper(folder / "a.rlens", "PRAGMA journal_mode = WAL");
  ASSERT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  EXPECT_EQ(kernels_in(folder / "a.rlens"), "3 kernels");
  write_bytes(folder / "a.rlens-wal", "");
  EXPECT_EQ(kernels_in(folder / "a.rlens"), "3 kernels");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

// Copied from another machine together with its -wal, without the -shm.
TEST(WritableFolder, IsLeftAsItWasWhenOnlyAWalIsThere) {
  const ScratchFolder folder;
  Writer writer = Writer::create(folder / "live", rich_recording().provenance, Writer::IfExists::refuse);
  writer.put_machine(rich_recording().machines[0]);
  fs::create_directory(folder / "copy");
  fs::copy_file(folder / "live", folder / "copy/a.rlens");
  fs::copy_file(folder / "live-wal", folder / "copy/a.rlens-wal");
  EXPECT_EQ(load(folder / "copy/a.rlens").machines.size(), 1U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "copy"), {}), 2);
}

// Killed within the last step of closing: SQLite's own rollback journal is left, and must be applied.
TEST(WritableFolder, IsReadThroughACopyWhenAJournalIsLeft) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  {
    Database database(folder / "a.rlens", Database::Mode::read_write);
    database.execute(
        "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; DELETE FROM counter; DELETE FROM launch; "
        "UPDATE kernel SET name = 'half'");
    for (const char* suffix : {"", "-journal"}) {
      fs::copy_file((folder / "a.rlens").string() + suffix, (folder / "b.rlens").string() + suffix);
    }
  }
  std::string journal = read_bytes(folder / "b.rlens-journal");
  ASSERT_FALSE(journal.empty());
  EXPECT_EQ(dump(load(folder / "b.rlens")), dump(rich_recording()));
}

TEST(OddNames, AreReadLikeAnyOther) {
  const ScratchFolder folder;
  for (const char* name : {"a?b#c%41.rlens", "file:x", ":memory:", "with space \xCE\xBB"}) {
    save(rich_recording(), folder / name);
    EXPECT_EQ(kernels_in(folder / name), "3 kernels") << name;
  }
}

TEST(LinkToASession, FindsTheWalBesideTheFileItself) {
  const ScratchFolder folder;
  fs::create_directory(folder / "there");
  const models::Recording recording = rich_recording();
  Writer writer = Writer::create(folder / "there/a.rlens", recording.provenance, Writer::IfExists::refuse);
  writer.put_machine(recording.machines[0]);
  fs::create_symlink("there/a.rlens", folder / "link.rlens");
  EXPECT_EQ(load(folder / "link.rlens").machines.size(), 1U);
}

}  // namespace
}  // namespace rooflens::session
