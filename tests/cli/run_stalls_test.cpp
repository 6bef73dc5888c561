// `rooflens run --stalls` from the command line to the session, on a machine that is not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/explain/analysis.hpp"
#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RunStalls : public ::testing::Test {
 protected:
  Outcome run(Arguments arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"-o", path_});
    return dispatched(backend_, arguments);
  }

  FakeBackend backend_;
  ScratchFolder folder_;
  std::string path_ = folder_ / "a.rlens";
};

// Once anything was counted, CUPTI samples nothing any more.
TEST_F(RunStalls, SamplesEveryKernelBeforeAnyIsCounted) {
  backend_.machine.answer = [this](std::size_t, const collect::Request& request) {
    EXPECT_EQ(backend_.log.sampled.size(), 2u) << request.name;
    return collect::plain_capture(request);
  };
  ASSERT_EQ(run({"copy/float*", "--stalls"}).code, 0);
  EXPECT_THAT(backend_.log.sampled, ElementsAre("copy/float4", "copy/float1"));
  EXPECT_EQ(backend_.log.most_alive, 2u) << "sampled one by one, then verified together";
}

TEST_F(RunStalls, KeepsWhatTheKernelLaunchedForThatKernelAlone) {
  ASSERT_EQ(run({"copy/float*", "--stalls"}).code, 0);
  const models::Recording recording = session::load(path_);
  ASSERT_EQ(recording.functions.size(), 2u);
  for (const models::FunctionProfile& function : recording.functions) {
    EXPECT_EQ(function.function, "fake");
    EXPECT_EQ(function.instructions.at(0).values.at("stall.wait"), 7);
  }
  EXPECT_EQ(recording.functions[0].kernel, "copy/float4");
  EXPECT_EQ(recording.functions[1].kernel, "copy/float1");
  const models::Analysis analysis = models::analyse(recording);
  const auto& machine = analysis.machines.front();
  ASSERT_TRUE(machine.kernels[0].source && machine.kernels[1].source);
  EXPECT_EQ(machine.sources[*machine.kernels[0].source].function->kernel, "copy/float4");
  EXPECT_EQ(machine.sources[*machine.kernels[1].source].function->kernel, "copy/float1");
}

TEST_F(RunStalls, SaysWhereNothingCanBeSampledAndGoesOn) {
  backend_.machine.samples_warps = false;
  ASSERT_EQ(run({"copy/float4", "--stalls"}).code, 0);
  const models::Recording recording = session::load(path_);
  EXPECT_THAT(recording.functions, IsEmpty());
  ASSERT_EQ(recording.notes.size(), 1u);
  EXPECT_EQ(recording.notes.front().topic, "stalls");
  EXPECT_THAT(recording.notes.front().text, HasSubstr("warps cannot be sampled here: no sampling here"));
}

TEST_F(RunStalls, SamplesNothingUnasked) {
  ASSERT_EQ(run({"copy/float4"}).code, 0);
  EXPECT_THAT(backend_.log.sampled, IsEmpty());
}

}  // namespace
}  // namespace rooflens::cli
