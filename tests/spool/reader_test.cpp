// What a reader makes of spools that did not end well.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "profiler/spool/spool.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/spool/sample_records.hpp"

namespace rooflens::collect::spool {
namespace {

void put(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Each kind of record between two others.
std::vector<std::string> neighbourhoods() {
  std::vector<std::string> texts;
  for (const Record& record : sample_records()) {
    texts.push_back(encode(RangeRecord{1, "a"}) + encode(record) + encode(RangeRecord{2, "b"}));
  }
  return texts;
}

TEST(SpoolReader, SurvivesTheEndAtEveryByte) {
  const fixtures::ScratchFolder folder;
  const auto path = folder / "a.spool";
  for (const std::string& text : neighbourhoods()) {
    for (std::size_t length = 0; length <= text.size(); ++length) {
      const std::string_view prefix = std::string_view(text).substr(0, length);
      put(path, prefix);
      const Spool spool = read_spool(path);
      const auto whole_lines = static_cast<std::size_t>(std::count(prefix.begin(), prefix.end(), '\n'));
      ASSERT_EQ(spool.records.size(), whole_lines) << prefix;
      ASSERT_EQ(spool.damaged_lines, 0U) << prefix;
    }
  }
}

TEST(SpoolReader, SurvivesAHoleAtEveryByte) {
  const fixtures::ScratchFolder folder;
  const auto path = folder / "a.spool";
  for (const std::string& text : neighbourhoods()) {
    for (std::size_t hole = 0; hole + 1 < text.size(); ++hole) {
      std::string damaged = text;
      damaged[hole] = '\0';
      put(path, damaged);
      const Spool spool = read_spool(path);
      // A newline that is gone takes the lines on both sides of it.
      ASSERT_EQ(spool.records.size(), text[hole] == '\n' ? 1U : 2U) << text << hole;
      ASSERT_EQ(spool.damaged_lines, 1U) << text << hole;
    }
  }
}

TEST(SpoolReader, CountsDamagedLinesAndReadsOnBehindThem) {
  const fixtures::ScratchFolder folder;
  put(folder / "a.spool", encode(RangeRecord{1, "a"}) + "{\"record\":\"ran\n\n" + encode(RangeRecord{2, "b"}));
  const Spool spool = read_spool(folder / "a.spool");
  ASSERT_EQ(spool.records.size(), 2U);
  EXPECT_EQ(std::get<RangeRecord>(spool.records[1]).path, "b");
  EXPECT_EQ(spool.damaged_lines, 1U) << "an empty line is none";
}

TEST(SpoolReader, TellsThatTheDiskWasFull) {
  const fixtures::ScratchFolder folder;
  put(folder / "a.spool", "");
  EXPECT_FALSE(read_spool(folder / "a.spool").disk_was_full);
  put(folder / "a.spool.full", "");
  EXPECT_TRUE(read_spool(folder / "a.spool").disk_was_full);
}

TEST(SpoolReader, ReadsAFolderInTheOrderOfNamesAndNothingElseInIt) {
  const fixtures::ScratchFolder folder;
  put(folder / "b.spool", encode(RangeRecord{2, "b"}));
  put(folder / "a.spool", encode(RangeRecord{1, "a"}));
  put(folder / "a.spool.full", "");
  put(folder / "notes.txt", "hello\n");
  std::filesystem::create_directory(folder / "c.spool");
  const auto spools = read_spools(folder.path());
  ASSERT_EQ(spools.size(), 2U);
  EXPECT_EQ(spools[0].path.filename(), "a.spool");
  EXPECT_TRUE(spools[0].disk_was_full);
  EXPECT_EQ(spools[1].path.filename(), "b.spool");
}

TEST(SpoolReader, ThrowsForAFileThatCannotBeRead) {
  const fixtures::ScratchFolder folder;
  EXPECT_THROW((void)read_spool(folder / "none.spool"), std::runtime_error);
  EXPECT_THROW((void)read_spools(folder / "none"), std::runtime_error);
}

}  // namespace
}  // namespace rooflens::collect::spool
