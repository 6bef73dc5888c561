// Names that are not UTF-8: stored as text that every program reads, and shown where another program stored the bytes.
#include <gtest/gtest.h>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

class AnyBytes : public ::testing::Test {
 protected:
  ScratchFolder folder_;
  std::filesystem::path path_ = folder_ / "a.rlens";
};

TEST_F(AnyBytes, AreEscapedWhereTheyAreWritten) {
  models::Recording recording = rich_recording();
  recording.observations[0].name = "caf\xE9";
  recording.observations[1].name = "caf\xE8";
  recording.observations[0].counters.set("c\xFF", {1, 1, 1, 1});
  save(recording, path_);
  EXPECT_EQ(query(path_, "SELECT count(*) FROM kernel WHERE name IN ('caf\\xE9', 'caf\\xE8')").at(0), "2");
  EXPECT_EQ(query(path_, "SELECT count(*) FROM counter WHERE name = 'c\\xFF'").at(0), "1");
}

TEST_F(AnyBytes, AreShownWhereTheyAreRead) {
  save(rich_recording(), path_);
  tamper(path_,
         "UPDATE kernel SET name = CAST(x'636166e9' AS TEXT) WHERE id = 1;"
         "UPDATE counter SET name = CAST(x'63ff' AS TEXT) WHERE name = (SELECT min(name) FROM counter);"
         "UPDATE provenance SET command = CAST(x'ff' AS TEXT)");
  const models::Recording recording = load(path_);
  EXPECT_EQ(recording.observations[0].name, "caf\\xE9");
  EXPECT_EQ(recording.provenance.command, "\\xFF");
  bool found = false;
  for (const auto& observation : recording.observations) found |= observation.counters.value("c\\xFF").has_value();
  EXPECT_TRUE(found);
}

TEST_F(AnyBytes, StayAsTheyWereEscapedFirst) {
  models::Recording recording = rich_recording();
  recording.observations[0].name = "caf\\xE9";
  save(recording, path_);
  EXPECT_EQ(load(path_).observations[0].name, "caf\\xE9");
}

}  // namespace
}  // namespace rooflens::session
