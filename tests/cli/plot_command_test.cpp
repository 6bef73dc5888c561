// `rooflens plot`: which chart is drawn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "profiler/actions/save_recording.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct PlotCommand : ::testing::Test {
  PlotCommand() {
    actions::save_recording(folder / "a.rlens", fixtures::traced_blocks(), false);
    actions::save_recording(folder / "b.rlens", fixtures::measured_roofs(), false);
  }
  // Of a session with instructions, gaps and a latency roof.
  Outcome of(std::vector<std::string> options) {
    std::vector<std::string> arguments{"plot", folder / "b.rlens", "--format", "svg"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return dispatched(backend, arguments);
  }
  Outcome svg(const std::string& chart) {
    const char* const session = chart == "instructions" || chart == "latency" ? "b.rlens" : "a.rlens";
    return dispatched(backend, {"plot", folder / session, "--format", "svg", "--chart", chart});
  }
  FakeBackend backend;
  ScratchFolder folder;
};

TEST_F(PlotCommand, DrawsBlocksOfASession) {
  const Outcome outcome = svg("blocks");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("<title>Blocks over time · schedule/block-trace · NVIDIA H200</title>"));
  EXPECT_THAT(outcome.out, HasSubstr("tail: the last block is scheduled"));
}

TEST_F(PlotCommand, DrawsTheRooflineOtherwise) { EXPECT_THAT(svg("roofline").out, Not(HasSubstr("Blocks over time"))); }

TEST_F(PlotCommand, DrawsTheInstructionRoofline) {
  EXPECT_THAT(svg("instructions").out, HasSubstr("<title>Instruction roofline · NVIDIA H200</title>"));
  const Outcome shared = of({"--chart", "instructions", "--accesses", "shared"});
  EXPECT_EQ(shared.code, 0) << shared.err;
  EXPECT_THAT(shared.out, HasSubstr("Shared loads and stores (warp GIPS)"));
  EXPECT_THAT(shared.out, Not(HasSubstr("All instructions")));
}

TEST_F(PlotCommand, DrawsTheGapOfTheKernelThatIsNamed) {
  const Outcome outcome = of({"--chart", "gap", "--kernel", "^transpose/t"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("<title>Gap to the roof · transpose/tiled · NVIDIA H200</title>"));
}

TEST_F(PlotCommand, DrawsOneKernelAloneWhereItIsNamed) {
  const Outcome roofline = of({"--kernel", "^sgemm/ti"});
  EXPECT_EQ(roofline.code, 0) << roofline.err;
  EXPECT_THAT(roofline.out, HasSubstr("<title>Roofline · sgemm/tiled · NVIDIA H200</title>"));
  EXPECT_THAT(roofline.out, Not(HasSubstr("vector_add")));
  const Outcome instructions = of({"--chart", "instructions", "--kernel", "transpose/tiled"});
  EXPECT_EQ(instructions.code, 0) << instructions.err;
  EXPECT_THAT(instructions.out, HasSubstr("<title>Instruction roofline · transpose/tiled · NVIDIA H200</title>"));
  EXPECT_THAT(instructions.out, Not(HasSubstr("sgemm")));
  const Outcome none = of({"--kernel", "nothing-like-it"});
  EXPECT_EQ(none.code, kUsage);
  EXPECT_THAT(none.err, HasSubstr("no kernel's name matches `nothing-like-it`"));
  EXPECT_EQ(of({"--kernel", "sgemm/t…led"}).code, 0) << "a name as tables print it";
}

TEST_F(PlotCommand, DrawsAllKernelsThatMatch) {
  for (const char* chart : {"roofline", "instructions"}) {
    const Outcome outcome = of({"--chart", chart, "--kernel", "^sgemm/t"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("2 of 12 kernels match `^sgemm/t`."));
    EXPECT_THAT(outcome.out, HasSubstr("sgemm/tiled"));
    EXPECT_THAT(outcome.out, HasSubstr("sgemm/tensor-core-bf16"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("transpose")));
  }
}

TEST_F(PlotCommand, DrawsTheLatencyRoof) {
  EXPECT_THAT(svg("latency").out, HasSubstr("<title>Latency roof · reduction/sequential · NVIDIA H200</title>"));
}

TEST_F(PlotCommand, SaysWhatTheSessionLacksAndWritesNothing) {
  const Outcome outcome = dispatched(
      backend, {"plot", folder / "b.rlens", "-o", folder / "a.png", "-o", folder / "blocks.svg", "--chart", "blocks"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("error: no kernel of this session recorded its blocks"));
  EXPECT_THAT(outcome.err, HasSubstr("hint: `rooflens run schedule/block-trace`"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
}

TEST_F(PlotCommand, IsWhatReportPointsTo) {
  const Outcome image = dispatched(backend, {"report", folder / "a.rlens", "-o", "a.png"});
  EXPECT_EQ(image.code, 2);
  EXPECT_THAT(image.err, HasSubstr("hint: `rooflens plot SESSION -o a.png` draws a session\n"));
}

TEST_F(PlotCommand, NeedsAnOutput) {
  const Outcome outcome = dispatched(backend, {"plot", folder / "a.rlens"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("plot needs -o FILE\n"));
}

TEST_F(PlotCommand, RefusesAdviceWhereNoTextIsWritten) {
  const std::string session = folder / "a.rlens";
  const std::string_view none = "--advice adds to the text of a session, and none is written\n";
  const std::pair<Arguments, std::string_view> kRefused[] = {
      {{"--format", "csv"}, none},
      {{"-o", folder / "b.html"}, none},
      {{"--project", "A100 SXM4 80 GB"}, "--project predicts times, without advice\n"}};
  for (const auto& [output, why] : kRefused) {
    Arguments all{"report", session, "--advice"};
    all.insert(all.end(), output.begin(), output.end());
    const Outcome outcome = dispatched(backend, all);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(why));
  }
  EXPECT_EQ(dispatched(backend, {"report", session, "--advice", "-o", folder / "c.txt"}).code, 0);
}

TEST_F(PlotCommand, RefusesWhatTheChartDoesNotKnow) {
  const auto refused = [&](std::vector<std::string> options) {
    const Outcome outcome = of(std::move(options));
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_THAT(refused({"--accesses", "shared"}), HasSubstr("add --chart instructions"));
  EXPECT_THAT(refused({"--chart", "instructions", "--accesses", "texture"}), HasSubstr("--accesses"));
  EXPECT_THAT(refused({"--chart", "gap", "--kernel", "a(b"}), HasSubstr("`a(b` goes wrong at character 2"));
}

TEST_F(PlotCommand, KnowsNoOther) {
  const Outcome outcome = svg("pie");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--chart"));
}

}  // namespace
}  // namespace rooflens::cli
