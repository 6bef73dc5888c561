// `rooflens report -k`: which kernels are meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/actions/save_recording.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PatternOfPrintedName, MatchesWhatIsLeftOutAndTakesAllElseByTheLetter) {
  EXPECT_EQ(actions::pattern_of_printed_name("gemm/tiled"), "gemm/tiled");
  EXPECT_EQ(actions::pattern_of_printed_name("vec…Fill> (grid 1)"), R"(vec.*Fill> \(grid 1\))");
  EXPECT_EQ(actions::pattern_of_printed_name(R"(a\b^c$d.e|f?g*h+i[j]{k})"), R"(a\\b\^c\$d\.e\|f\?g\*h\+i\[j\]\{k\})");
}

struct ReportCommand : ::testing::Test {
  ReportCommand() { actions::save_recording(folder / "a.rlens", fixtures::troubled_kernels(), false); }
  Outcome of(const std::string& kernel) { return dispatched(backend, {"report", folder / "a.rlens", "-k", kernel}); }
  FakeBackend backend;
  ScratchFolder folder;
};

// Its first kernel is "<script>alert('x')</script> & "quoted" — name", which a regular expression reads otherwise.
TEST_F(ReportCommand, TakesANameAsATablePrintsIt) {
  for (const char* name : {"alert", "alert('x')", "<scr…\"quoted\"", "quot.d"}) {
    const Outcome outcome = of(name);
    EXPECT_EQ(outcome.code, kOk) << name << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("alert")) << name;
  }
  EXPECT_THAT(of("alert('x')").out, Not(HasSubstr("This run"))) << "of that kernel alone";
}

TEST_F(ReportCommand, SaysThatNoKernelIsMeant) {
  const Outcome outcome = of("nothing…here");
  EXPECT_EQ(outcome.code, kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("no kernel's name matches `nothing…here`"));
  EXPECT_THAT(of("*none").err, HasSubstr("--kernel takes a regular expression; `*none` goes wrong at character 1"));
}

}  // namespace
}  // namespace rooflens::cli
