// Files are written whole or not at all, and nothing is left beside them.
#include "profiler/actions/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "profiler/actions/command_error.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

class OutputFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::ptrdiff_t entries() const {
    return std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
  }
  static std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  cli::ScratchFolder folder_;
  fs::path path_ = folder_ / "a.html";
};

TEST_F(OutputFile, IsWrittenWhole) {
  const std::string bytes(3'000'000, 'x');
  write_file(path_, bytes + std::string("\0\n\xFF", 3));
  EXPECT_EQ(read(path_), bytes + std::string("\0\n\xFF", 3));
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFile, ReplacesAnOldOne) {
  write_file(path_, "old and long");
  write_file(path_, "new");
  EXPECT_EQ(read(path_), "new");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFile, CheckLeavesNothingBehind) {
  check_writable(path_, false);
  EXPECT_EQ(entries(), 0);
}

TEST_F(OutputFile, IsRefusedWhereItExistsUnlessForced) {
  write_file(path_, "old");
  EXPECT_THROW(check_writable(path_, false), CommandError);
  EXPECT_NO_THROW(check_writable(path_, true));
  EXPECT_EQ(read(path_), "old");
}

TEST_F(OutputFile, GoesThroughALink) {
  write_file(path_, "old");
  const fs::path link = folder_ / "link.html";
  fs::create_symlink(path_, link);
  write_file(link, "new");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read(path_), "new");
}

TEST_F(OutputFile, IsRefusedBehindALinkToNothing) {
  fs::create_symlink(folder_ / "gone.html", path_);
  for (const bool force : {false, true}) EXPECT_THROW(check_writable(path_, force), CommandError);
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFile, IsRefusedInPlaceOfAFolderOrAPipe) {
  EXPECT_THROW(check_writable(folder_.path(), true), CommandError);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THROW(check_writable(path_, true), CommandError);
}

TEST_F(OutputFile, FailsInAFolderThatIsGone) { EXPECT_THROW(write_file(folder_ / "gone/a.html", "x"), CommandError); }

TEST_F(OutputFile, ObeysTheUmask) {
  const mode_t before = umask(027);
  write_file(path_, "x");
  umask(before);
  EXPECT_EQ(static_cast<unsigned>(fs::status(path_).permissions()), 0640U);
}

}  // namespace
}  // namespace rooflens::actions
