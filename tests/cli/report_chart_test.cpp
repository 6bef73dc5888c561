// `rooflens report --chart`: which picture is drawn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiler/cli/save_recording.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct ReportChart : ::testing::Test {
  ReportChart() { save_recording(folder / "a.rlens", fixtures::traced_blocks(), false); }
  Outcome svg(const std::string& chart) {
    return dispatched(backend, {"report", folder / "a.rlens", "--format", "svg", "--chart", chart});
  }
  FakeBackend backend;
  ScratchFolder folder;
};

TEST_F(ReportChart, DrawsBlocksOfASession) {
  const Outcome outcome = svg("blocks");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("<title>Blocks over time · schedule/block-trace · NVIDIA H200</title>"));
  EXPECT_THAT(outcome.out, HasSubstr("tail: no block waits any more"));
}

TEST_F(ReportChart, DrawsTheRooflineOtherwise) { EXPECT_THAT(svg("roofline").out, Not(HasSubstr("Blocks over time"))); }

TEST_F(ReportChart, KnowsNoOther) {
  const Outcome outcome = svg("pie");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--chart"));
}

}  // namespace
}  // namespace rooflens::cli
