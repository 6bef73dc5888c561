// Numbers of instructions become records, each written once.
#include "profiler/count/instruction_log.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace rooflens::inject {
namespace {

namespace fs = std::filesystem;
using collect::spool::InstructionsRecord;

std::vector<InstructionsRecord> written(const fs::path& folder) {
  std::vector<InstructionsRecord> records;
  for (const auto& spool : fixtures::read_spools(folder)) {
    for (const auto& record : spool.records) {
      if (const auto* r = std::get_if<InstructionsRecord>(&record)) records.push_back(*r);
    }
  }
  return records;
}

TEST(InstructionLog, WritesEachFunctionOnceAndThenForgets) {
  const fixtures::ScratchFolder folder;
  {
    Logbook logbook((folder / "a.1.spool").string());
    SourceLines sources(nullptr);  // knows no binary, so it need not ask CUPTI
    InstructionLog log(sources, logbook, 2, {"one", "two"});
    log.add(9, "g", 32, 1, 5);
    log.add(9, "f", 16, 0, 1);
    log.add(9, "f", 16, 0, 2);
    log.add(9, "f", 0, 1, 4);
    log.write(3);
    log.write(1);  // nothing came since
    log.add(9, "f", 16, 0, 7);
    log.write(0);
  }
  const std::vector<InstructionsRecord> records = written(folder.path());
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].function, "f");
  EXPECT_EQ(records[0].device, 2);
  EXPECT_EQ(records[0].launches, 3u);
  EXPECT_EQ(records[0].offsets, (std::vector<std::uint64_t>{0, 16}));
  EXPECT_EQ(records[0].places, (std::vector<int>{-1, -1}));
  EXPECT_EQ(records[0].values, (std::vector<double>{0, 4, 3, 0}));
  EXPECT_EQ(records[1].function, "g");
  EXPECT_EQ(records[2].values, (std::vector<double>{7, 0}));
}

TEST(SourceLines, KeepBinariesWithALineTableAlone) {
  const std::string with = std::string("\177ELF") + '\0' + ".debug_line" + '\0';
  const std::string without = std::string("\177ELF") + '\0' + ".text.f" + '\0';
  EXPECT_TRUE(has_line_table(with.data(), with.size()));
  EXPECT_FALSE(has_line_table(without.data(), without.size()));
}

}  // namespace
}  // namespace rooflens::inject
