// The progress line: drawn on terminals only, never wider than the terminal, removed when done.
#include "profiler/cli/options/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;

// What is drawn on a terminal of that width.
std::string drawn(int columns, const std::string& now) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{.out = out, .err = err, .err_is_terminal = true, .err_columns = columns};
  Progress progress(streams);
  progress.progress(6, 12, now);
  EXPECT_EQ(out.str(), "");
  return err.str();
}

// Characters, not bytes, without the control sequence that goes before.
std::ptrdiff_t width(const std::string& line) {
  const std::string text = line.substr(line.find("\033[K") + 3);
  return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

TEST(Progress, IsSilentInAFile) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{.out = out, .err = err};
  {
    Progress progress(streams);
    progress.progress(1, 3, "sgemm/tiled");
    progress.clear();
  }
  EXPECT_EQ(err.str(), "");
}

TEST(Progress, ShowsHowMuchIsDoneAndWhatIsGoingOn) {
  EXPECT_THAT(drawn(100, "verifying sgemm/tiled"), HasSubstr("━╌"));
  EXPECT_THAT(drawn(100, "verifying sgemm/tiled"), HasSubstr(" 6/12 verifying sgemm/tiled"));
}

TEST(Progress, FitsIntoAnyTerminal) {
  for (int columns = 10; columns <= 120; ++columns) {
    EXPECT_LT(width(drawn(columns, std::string(500, 'x'))), columns) << columns << " columns";
  }
}

TEST(Progress, RemovesItsLine) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{.out = out, .err = err, .err_is_terminal = true};
  {
    Progress progress(streams);
    EXPECT_EQ(err.str(), "");
    progress.progress(1, 3, "gemm/tiled");
    progress.step("done");
  }
  EXPECT_TRUE(err.str().ends_with("gemm/tiled\r\033[Krooflens: done\n")) << err.str();
}

TEST(Progress, SurvivesNothingToDo) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{.out = out, .err = err, .err_is_terminal = true};
  Progress(streams).progress(0, 0, "");
  EXPECT_THAT(err.str(), HasSubstr(" 0/1 "));
}

}  // namespace
}  // namespace rooflens::cli
