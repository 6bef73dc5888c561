// Damage anywhere in a file ends in a SessionError or in a recording, never in a crash. Meant to be run under
// sanitizers.
#include <gtest/gtest.h>

#include <random>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

/// A session of a few kilobytes.
std::string small_session(const ScratchFolder& folder) {
  models::Recording recording = rich_recording();
  recording.observations.resize(2);
  save(recording, folder / "small.rlens");
  return read_bytes(folder / "small.rlens");
}

// True when it was read, false when it was refused; anything else fails the test.
bool is_read(const std::filesystem::path& path) {
  try {
    (void)load(path);
    return true;
  } catch (const SessionError& error) {
    EXPECT_FALSE(error.remedy().empty());
    return false;
  }
}

TEST(Damage, ByCuttingIsAlwaysNoticed) {
  const ScratchFolder folder;
  const std::string bytes = small_session(folder);
  for (std::size_t length = 0; length < bytes.size(); length += length < 200 ? 1 : 509) {
    write_bytes(folder / "cut.rlens", bytes.substr(0, length));
    EXPECT_FALSE(is_read(folder / "cut.rlens")) << length << " of " << bytes.size() << " bytes";
  }
}

TEST(Damage, ByFlippedBytesNeverCrashes) {
  const ScratchFolder folder;
  const std::string bytes = small_session(folder);
  std::mt19937 random(1);  // NOLINT: the same damage every time
  int refused = 0;
  for (std::size_t round = 0; round < 1000; ++round) {
    std::string damaged = bytes;
    // Every byte of the header in turn, then anywhere, one to four at a time.
    const std::size_t flips = round < 100 ? 1 : 1 + random() % 4;
    for (std::size_t i = 0; i < flips; ++i) {
      const std::size_t at = round < 100 ? round : random() % damaged.size();
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (1 + random() % 255));
    }
    write_bytes(folder / "flipped.rlens", damaged);
    if (!is_read(folder / "flipped.rlens")) ++refused;
  }
  EXPECT_GT(refused, 100);
}

TEST(Damage, InTheWalNeverCrashes) {
  const ScratchFolder folder;
  std::string database;
  std::string wal;
  {
    const models::Recording recording = rich_recording();
    Writer writer = Writer::create(folder / "live.rlens", recording.provenance, Writer::IfExists::refuse);
    for (const auto& process : recording.processes) writer.add_process(process);
    for (const auto& machine : recording.machines) writer.put_machine(machine);
    writer.append(recording.observations);
    database = read_bytes(folder / "live.rlens");
    wal = read_bytes(folder / "live.rlens-wal");
  }
  std::mt19937 random(2);  // NOLINT: the same damage every time
  for (int round = 0; round < 300; ++round) {
    std::string damaged = wal;
    for (int i = 0; i < 3; ++i) damaged[random() % (round < 100 ? 56 : damaged.size())] = static_cast<char>(random());
    if (round % 3 == 0) damaged.resize(random() % damaged.size());
    std::filesystem::remove(folder / "w.rlens-shm");
    write_bytes(folder / "w.rlens", database);
    write_bytes(folder / "w.rlens-wal", damaged);
    (void)is_read(folder / "w.rlens");
  }
}

}  // namespace
}  // namespace rooflens::session
