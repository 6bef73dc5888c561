// What a reader makes of spools that did not end well.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "models/base/trouble.hpp"
#include "profiler/spool/framing.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"
#include "tests/spool/sample_records.hpp"

namespace rooflens::collect::spool {
namespace {

void put(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

const std::string kBegin(kHeader);

// Each kind of record between two others, as the frames.
std::vector<std::vector<std::string>> neighbourhoods() {
  std::vector<std::vector<std::string>> all;
  for (const Record& record : sample_records()) {
    all.push_back({encode(RangeRecord{1, "a"}), encode(record), encode(RangeRecord{2, "b"})});
  }
  return all;
}

TEST(SpoolReader, SurvivesTheEndAtEveryByte) {
  const fixtures::ScratchFolder folder;
  const auto path = folder / "a.spool";
  for (const auto& frames : neighbourhoods()) {
    const std::string text = kBegin + frames[0] + frames[1] + frames[2];
    for (std::size_t length = 0; length <= text.size(); ++length) {
      put(path, std::string_view(text).substr(0, length));
      const auto spool = fixtures::read_spool(path);
      std::size_t whole = 0;
      for (std::size_t end = kBegin.size(); whole < 3 && (end += frames[whole].size()) <= length;) ++whole;
      ASSERT_EQ(spool.records.size(), whole) << length;
      ASSERT_EQ(spool.damage.damaged, 0U) << length;
    }
  }
}

// Bytes that never reached the disk are zeros.
TEST(SpoolReader, SurvivesAHoleAtEveryByte) {
  const fixtures::ScratchFolder folder;
  const auto path = folder / "a.spool";
  for (const auto& frames : neighbourhoods()) {
    const std::string text = kBegin + frames[0] + frames[1] + frames[2];
    for (std::size_t hole = kBegin.size(); hole < text.size(); ++hole) {
      std::string damaged = text;
      damaged[hole] = damaged[hole] == '\0' ? '\1' : '\0';
      put(path, damaged);
      const auto spool = fixtures::read_spool(path);
      ASSERT_EQ(spool.records.size(), 2U) << hole;
      ASSERT_EQ(spool.damage.damaged, 1U) << hole;
    }
  }
}

TEST(SpoolReader, CountsDamageAndReadsOnBehindIt) {
  const fixtures::ScratchFolder folder;
  put(folder / "a.spool", kBegin + encode(RangeRecord{1, "a"}) +
                              "\xA7\x05\x7fwhat"
                              "\xA7"
                              "ever" +
                              encode(RangeRecord{2, "b"}));
  const auto spool = fixtures::read_spool(folder / "a.spool");
  ASSERT_EQ(spool.records.size(), 2U);
  EXPECT_EQ(std::get<RangeRecord>(spool.records[1]).path, "b");
  EXPECT_EQ(spool.damage.damaged, 1U);
}

TEST(SpoolReader, SkipsKindsThatItDoesNotKnow) {
  const fixtures::ScratchFolder folder;
  put(folder / "a.spool", kBegin + encode(RangeRecord{1, "a"}) + framed(4711, "of a later version") +
                              framed(300, encode(RangeRecord{9, "within"})) + encode(RangeRecord{2, "b"}));
  const auto spool = fixtures::read_spool(folder / "a.spool");
  ASSERT_EQ(spool.records.size(), 2U);
  EXPECT_EQ(std::get<RangeRecord>(spool.records[1]).path, "b");
  EXPECT_EQ(spool.damage.unknown, 2U);
  EXPECT_EQ(spool.damage.damaged, 0U);
}

TEST(SpoolReader, ReadsRecordsThatAreLongerThanItsWindow) {
  const fixtures::ScratchFolder folder;
  const std::string name(1'000'000, 'x');
  std::string text = kBegin;
  for (int i = 0; i < 3; ++i) text += encode(RangeRecord{i, name}) + encode(RangeRecord{i, "short"});
  put(folder / "a.spool", text);
  const auto spool = fixtures::read_spool(folder / "a.spool");
  ASSERT_EQ(spool.records.size(), 6U);
  EXPECT_EQ(std::get<RangeRecord>(spool.records[4]).path, name);
  EXPECT_EQ(spool.damage.damaged, 0U);
}

TEST(SpoolReader, RefusesOtherVersions) {
  const fixtures::ScratchFolder folder;
  for (const char* text : {"{\"record\":\"process\",\"pid\":1}\n", "rooflens spool 3\n"}) {
    put(folder / "a.spool", text);
    EXPECT_THROW((void)fixtures::read_spool(folder / "a.spool"), models::Trouble) << text;
  }
}

TEST(SpoolReader, FindsRecordsBehindABeginThatIsLost) {
  const fixtures::ScratchFolder folder;
  put(folder / "a.spool", std::string(100, '\0') + encode(RangeRecord{1, "a"}));
  const auto spool = fixtures::read_spool(folder / "a.spool");
  EXPECT_EQ(spool.records.size(), 1U);
  EXPECT_EQ(spool.damage.damaged, 1U);
}

TEST(SpoolReader, TellsThatTheDiskWasFull) {
  const fixtures::ScratchFolder folder;
  put(folder / "a.spool", "");
  EXPECT_FALSE(fixtures::read_spool(folder / "a.spool").damage.disk_was_full);
  put(folder / "a.spool.full", "");
  EXPECT_TRUE(fixtures::read_spool(folder / "a.spool").damage.disk_was_full);
}

TEST(SpoolReader, FindsTheSpoolsOfAFolderInTheOrderOfNamesAndNothingElseInIt) {
  const fixtures::ScratchFolder folder;
  put(folder / "b.spool", "");
  put(folder / "a.spool", "");
  put(folder / "a.spool.full", "");
  put(folder / "notes.txt", "hello\n");
  std::filesystem::create_directory(folder / "c.spool");
  const auto spools = spools_in(folder.path());
  ASSERT_EQ(spools.size(), 2U);
  EXPECT_EQ(spools[0].filename(), "a.spool");
  EXPECT_EQ(spools[1].filename(), "b.spool");
}

TEST(SpoolReader, ThrowsForAFileThatCannotBeRead) {
  const fixtures::ScratchFolder folder;
  EXPECT_THROW((void)fixtures::read_spool(folder / "none.spool"), std::runtime_error);
  EXPECT_THROW((void)spools_in(folder / "none"), std::runtime_error);
}

}  // namespace
}  // namespace rooflens::collect::spool
