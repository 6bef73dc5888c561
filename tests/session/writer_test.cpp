// The life of a Writer: what it refuses, what it replaces, and what is left when something goes wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using IfExists = Writer::IfExists;

Writer start(const fs::path& path, IfExists if_exists = IfExists::refuse) {
  const models::Recording recording = rich_recording();
  Writer writer = Writer::create(path, recording.provenance, if_exists);
  writer.add_process(recording.processes[1]);
  writer.put_machine(recording.machines[0]);
  return writer;
}

TEST(Writer, MakesAReadableFileAtOnce) {
  const ScratchFolder folder;
  const Writer writer = Writer::create(folder / "a.rlens", rich_recording().provenance, IfExists::refuse);
  EXPECT_EQ(load(folder / "a.rlens").provenance.command, rich_recording().provenance.command);
}

TEST(Writer, LeavesOneFileWhenClosed) {
  const ScratchFolder folder;
  { Writer writer = start(folder / "a.rlens"); }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  EXPECT_EQ(query(folder / "a.rlens", "PRAGMA journal_mode"), std::vector<std::string>{"delete"});
}

TEST(Writer, RefusesAnExistingFile) {
  const ScratchFolder folder;
  write_bytes(folder / "a.rlens", "precious");
  EXPECT_THAT(error_of([&] { start(folder / "a.rlens"); }), HasSubstr("a.rlens' already exists | choose another name"));
  EXPECT_EQ(read_bytes(folder / "a.rlens"), "precious");
}

TEST(Writer, ReplacesAFileTogetherWithItsLeftovers) {
  const ScratchFolder folder;
  write_bytes(folder / "a.rlens", "old");
  for (const char* suffix : {"-wal", "-shm", "-journal"})
    write_bytes(folder / (std::string("a.rlens") + suffix), "old");
  start(folder / "a.rlens", IfExists::replace).close();
  EXPECT_EQ(load(folder / "a.rlens").machines.size(), 1U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Writer, ReplacesALinkAndNotWhatItPointsTo) {
  const ScratchFolder folder;
  write_bytes(folder / "target", "precious");
  fs::create_symlink("target", folder / "a.rlens");
  start(folder / "a.rlens", IfExists::replace).close();
  EXPECT_EQ(read_bytes(folder / "target"), "precious");
  EXPECT_EQ(load(folder / "a.rlens").machines.size(), 1U);
}

TEST(Writer, IgnoresTheWalOfAFileThatIsGone) {
  const ScratchFolder folder;
  write_bytes(folder / "a.rlens-wal", "stale");
  start(folder / "a.rlens").close();
  EXPECT_EQ(load(folder / "a.rlens").machines.size(), 1U);
}

TEST(Writer, RefusesFoldersDevicesAndPipes) {
  const ScratchFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const IfExists mode : {IfExists::refuse, IfExists::replace}) {
    EXPECT_THAT(error_of([&] { start(folder.path(), mode); }),
                HasSubstr("is a directory | give the name of a file in it"));
    EXPECT_THAT(error_of([&] { start("/dev/null", mode); }), HasSubstr("is not a regular file"));
    EXPECT_THAT(error_of([&] { start(folder / "pipe", mode); }), HasSubstr("is not a regular file"));
    EXPECT_THAT(error_of([&] { start("", mode); }), HasSubstr("does not name a file"));
  }
}

TEST(Writer, NamesTheFolderThatIsMissing) {
  const ScratchFolder folder;
  for (const IfExists mode : {IfExists::refuse, IfExists::replace}) {
    const std::string error = error_of([&] { start(folder / "none/a.rlens", mode); });
    EXPECT_THAT(error, HasSubstr("none/a.rlens': No such file or directory | create the directory"));
  }
}

TEST(Writer, PutsAMachineTwiceKeepingItsPlaceAndItsKernels) {
  const ScratchFolder folder;
  Writer writer = start(folder / "a.rlens");
  writer.put_machine(bare_machine(1));
  writer.append(std::vector{plain_observation("k")});
  models::Machine machine = rich_recording().machines[0];
  machine.device.name = "renamed";
  machine.ceilings.memory.resize(1);
  writer.put_machine(machine);
  writer.close();
  const models::Recording read = load(folder / "a.rlens");
  ASSERT_EQ(read.machines.size(), 2U);
  EXPECT_EQ(read.machines[0].device.name, "renamed");
  EXPECT_EQ(read.machines[0].ceilings.memory.size(), 1U);
  EXPECT_EQ(read.machines[0].ceilings.compute.size(), models::kPrecisions.size());
  EXPECT_EQ(read.machines[0].ceilings.instruction.size(), models::kPipes.size() - 4);  // four have none
}

TEST(Writer, ClosesTheOldSessionWhenAssignedANewOne) {
  const ScratchFolder folder;
  Writer writer = start(folder / "a.rlens");
  writer = start(folder / "b.rlens");
  EXPECT_FALSE(fs::exists(folder / "a.rlens-wal"));
  EXPECT_TRUE(fs::exists(folder / "b.rlens-wal"));
}

TEST(Writer, IsOfNoUseAfterClose) {
  const ScratchFolder folder;
  Writer writer = start(folder / "a.rlens");
  writer.close();
  EXPECT_THROW(writer.append({}), std::logic_error);
}

TEST(Writer, KeepsFinishedBatchesWhenTheFileMayNotGrow) {
  const ScratchFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    Writer writer = start(folder / "a.rlens");
    writer.append(std::vector{plain_observation("kept")});
    const rlimit limit{1 << 20, 1 << 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::vector<models::Observation> large(3000, plain_observation(std::string(4000, 'x')));
    const std::string error = error_of([&] { writer.append(large); });
    const bool said =
        error.find("cannot write session") != std::string::npos && error.find("free space") != std::string::npos;
    _exit(said ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  const models::Recording read = load(folder / "a.rlens");
  ASSERT_EQ(read.observations.size(), 1U);
  EXPECT_EQ(read.observations[0].name, "kept");
}

TEST(Writer, ReportsAReaderThatKeepsItFromClosing) {
  const ScratchFolder folder;
  Writer writer = start(folder / "a.rlens");
  sqlite3* reader = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "a.rlens").c_str(), &reader), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(reader, "BEGIN; SELECT * FROM machine", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_THAT(error_of([&] { writer.close(); }), HasSubstr("is in use by another program | close the program"));
  sqlite3_close(reader);
  EXPECT_EQ(load(folder / "a.rlens").machines.size(), 1U);
}

}  // namespace
}  // namespace rooflens::session
