// Files of older formats are led to this build's format step by step, on a copy. Version 1 is the first format, so the
// steps here are made up.
#include "profiler/session/migration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "profiler/session/source_file.hpp"
#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

// The second step fails unless the first one ran before it.
constexpr std::array<const char*, 2> kSteps{"CREATE TABLE step_one (x); INSERT INTO step_one VALUES (1)",
                                            "ALTER TABLE step_one RENAME TO both_steps; "
                                            "INSERT INTO both_steps VALUES (2)"};

TEST(Migration, WalksThroughTheStepsInOrder) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  SourceFile source = open_source(folder / "a.rlens", {3, kSteps});
  EXPECT_EQ(source.database.integer("SELECT sum(x) FROM both_steps"), 3);
  EXPECT_EQ(source.database.integer("PRAGMA user_version"), 3);
  EXPECT_EQ(source.database.integer("SELECT count(*) FROM kernel"), 3);
}

TEST(Migration, BeginsAtTheVersionOfTheFile) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  tamper(folder / "a.rlens", "PRAGMA user_version = 2; CREATE TABLE step_one (x)");
  SourceFile source = open_source(folder / "a.rlens", {3, kSteps});
  EXPECT_EQ(source.database.integer("SELECT sum(x) FROM both_steps"), 2);
}

TEST(Migration, LeavesTheFileAsItWas) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  const std::string before = read_bytes(folder / "a.rlens");
  (void)open_source(folder / "a.rlens", {3, kSteps});
  EXPECT_EQ(read_bytes(folder / "a.rlens"), before);
}

TEST(Migration, HasAStepForEveryOlderVersion) {
  EXPECT_EQ(current_format().version, kFormatVersion);
  EXPECT_EQ(current_format().steps.size(), static_cast<std::size_t>(kFormatVersion - 1));
  EXPECT_THAT(current_format().steps, ::testing::Each(::testing::NotNull()));
}

}  // namespace
}  // namespace rooflens::session
