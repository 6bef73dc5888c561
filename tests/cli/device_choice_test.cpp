// Parts of a GPU, by --sms: what is asked of the driver, what is said, and what sessions hold of them.
#include "profiler/cli/options/device_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "models/roofs/device_part.hpp"
#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class PartOfAGpu : public ::testing::Test {
 protected:
  PartOfAGpu() { setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1); }
  ~PartOfAGpu() override { unsetenv("XDG_CACHE_HOME"); }

  [[nodiscard]] Outcome of(const Arguments& arguments) const { return dispatched(backend_, arguments); }
  Outcome run(const std::string& name, Arguments more = {}) const {
    Arguments arguments{"run", "copy/float4", "--set", "n=1024", "-o", folder_ / name};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return of(arguments);
  }
  [[nodiscard]] models::Recording recorded(const std::string& name) const { return session::load(folder_ / name); }

  ScratchFolder folder_;
  FakeBackend backend_;
};

TEST_F(PartOfAGpu, IsTheMachineOfTheSession) {
  const Outcome outcome = run("half.rlens", {"--sms", "66"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(backend_.log.selected, ElementsAre("part of 66 SMs"));
  const models::Machine machine = recorded("half.rlens").machines.at(0);
  EXPECT_EQ(machine.device.name, "NVIDIA H200 (66 of 132 SMs)");
  EXPECT_EQ(machine.device.sm_count, 66);
  EXPECT_EQ(machine.device.whole_sm_count, 132);
  EXPECT_THAT(machine.ceilings.best(models::Precision::fp32)->origin.detail, HasSubstr("66 SM x"));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("NVIDIA H200 (66 of 132 SMs)"), HasSubstr("\n66 of 132 SMs, "),
                                 HasSubstr("DRAM, L2, clocks and power are shared with the other 66 SMs")));
  EXPECT_THAT(outcome.err, Not(HasSubstr("instead of")));
}

TEST_F(PartOfAGpu, IsRoundedUpToWhatTheDriverGivesAndSaysSo) {
  backend_.machine.part_step = 8;
  const Outcome outcome = run("part.rlens", {"--sms", "66"});
  EXPECT_THAT(backend_.log.selected, ElementsAre("part of 72 SMs"));
  EXPECT_THAT(outcome.err, HasSubstr("note: 72 SMs instead of 66: the driver gives no smaller part that has as many"));
  EXPECT_EQ(recorded("part.rlens").machines.at(0).device.sm_count, 72);
}

TEST_F(PartOfAGpu, OfAllSmsIsTheWholeGpu) {
  EXPECT_EQ(run("all.rlens", {"--sms", "132"}).code, 0);
  EXPECT_EQ(recorded("all.rlens").machines.at(0).device.name, "NVIDIA H200");
  const Outcome rounded = run("rounded.rlens", {"--sms", "131"});
  EXPECT_THAT(rounded.err, HasSubstr("132 SMs instead of 131: the driver gives no smaller part, so this is the whole"));
  EXPECT_EQ(recorded("rounded.rlens").machines.at(0).device.whole_sm_count, std::nullopt);
  EXPECT_THAT(backend_.log.selected, ElementsAre("device", "device"));
}

TEST_F(PartOfAGpu, RefusesNumbersOfSmsThatNoGpuHas) {
  for (const char* sms : {"0", "-2", "half", "200000"}) {
    const Outcome outcome = run("a.rlens", {"--sms", sms});
    EXPECT_EQ(outcome.code, 2) << sms;
    EXPECT_THAT(outcome.err, HasSubstr("error: --sms takes a ")) << sms;
  }
  for (const Arguments& arguments : {Arguments{"run", "copy/float4", "--sms", "133"},
                                     Arguments{"ceilings", "--sms", "133"}, Arguments{"devices", "--sms", "133"}}) {
    const Outcome outcome = of(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments.front();
    EXPECT_THAT(outcome.err, HasSubstr("error: --sms 133: NVIDIA H200 has 132 SMs\n")) << arguments.front();
  }
  EXPECT_THAT(backend_.log.selected, IsEmpty());
}

TEST_F(PartOfAGpu, FailsWithTheReasonWhereTheDriverGivesNone) {
  backend_.machine.part_step = 0;
  const Outcome outcome = run("a.rlens", {"--sms", "66"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("error: the fake driver gives no parts\nrooflens: hint: leave --sms out"));
  EXPECT_EQ(run("a.rlens").code, 0) << "the whole GPU needs no parts";
}

TEST_F(PartOfAGpu, IsTimedWhereCountersAreRefused) {
  backend_.machine.before_collector = [this] {
    if (backend_.log.collectors.back().name == "cupti") throw std::runtime_error("CUPTI_ERROR_INVALID_CONTEXT");
  };
  const Outcome outcome = run("a.rlens", {"--sms", "66"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("warning: counters could not be read in a part of the GPU: CUPTI_ERROR_INVALID"));
  EXPECT_EQ(backend_.log.collectors.back().name, "none");
  const models::Observation o = recorded("a.rlens").observations.at(0);
  EXPECT_EQ(o.durations.size(), 30U);
  EXPECT_THAT(o.refused, Contains(::testing::Field(&models::Refusal::counter, "sm__cycles_active.avg")));
  EXPECT_THAT(o.refused.back().reason, HasSubstr("CUPTI_ERROR_INVALID_CONTEXT"));
  EXPECT_NE(run("b.rlens").code, 0) << "on the whole GPU this is an error";
}

TEST_F(PartOfAGpu, IsTimedFromTheBatchOnThatCouldNotBeCounted) {
  backend_.machine.answer = [this](std::size_t, const collect::Request& request) {
    if (backend_.log.collectors.back().name == "cupti") throw std::runtime_error("enabling the range profiler");
    return collect::plain_capture(request);
  };
  const Outcome outcome = of({"run", "copy/float4", "--set", sizes(65), "--sms", "66", "-o", folder_ / "a.rlens"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(backend_.log.collectors.size(), 2U) << "counting is tried once";
  EXPECT_EQ(backend_.collected.batches.size(), 3U) << "the first batch twice, the second once";
  EXPECT_EQ(recorded("a.rlens").observations.size(), 65U);
  EXPECT_THAT(outcome.err, ContainsRegex("warning: counters.*enabling the range profiler"));
}

TEST_F(PartOfAGpu, StillNeedsThePermissionToCount) {
  backend_.machine.before_collector = [] { throw collect::PermissionDenied("not yours"); };
  EXPECT_EQ(run("a.rlens", {"--sms", "66"}).code, 4);
}

TEST_F(PartOfAGpu, HasMeasuredRoofsOfItsOwn) {
  backend_.machine.probes = {{"fp32", {50e12}}};
  ASSERT_EQ(of({"ceilings"}).code, 0);
  EXPECT_THAT(run("before.rlens", {"--sms", "66"}).err,
              HasSubstr("`rooflens ceilings --sms 66` measures those of this"));
  const auto fp32_of = [&](const char* name) {
    return recorded(name).machines.at(0).ceilings.best(models::Precision::fp32)->origin.source;
  };
  EXPECT_EQ(fp32_of("before.rlens"), models::CeilingSource::theoretical);
  backend_.log.children.clear();
  backend_.log.selected.clear();
  const Outcome outcome = of({"ceilings", "--sms", "65", "--processes", "3"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(backend_.log.children.front(), ElementsAre("ceilings", "--child", "0", "5", "survey", "66"));
  EXPECT_THAT(backend_.log.children.back(), ElementsAre("ceilings", "--child", "0", "1", "count:fp32=0", "66"));
  EXPECT_THAT(backend_.log.selected, ::testing::Each("part of 66 SMs"));
  EXPECT_THAT(outcome.out, HasSubstr("Measured roofs · NVIDIA H200 (66 of 132 SMs)\n66 of 132 SMs, driver"));
  EXPECT_THAT(outcome.out, ContainsRegex("FP32 +50.0 TFLOP/s .*505 FLOP"));
  EXPECT_THAT(outcome.err, HasSubstr("`run --sms 66` on this GPU uses them"));
  run("after.rlens", {"--sms", "66"});
  EXPECT_EQ(fp32_of("after.rlens"), models::CeilingSource::measured);
  run("other.rlens", {"--sms", "64"});
  EXPECT_EQ(fp32_of("other.rlens"), models::CeilingSource::theoretical);
}

TEST_F(PartOfAGpu, IsShownAsADevice) {
  const Outcome outcome = of({"devices", "--sms", "66"});
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("0: NVIDIA H200 (66 of 132 SMs)\n"), HasSubstr("66 of 132 SMs, SM clock"),
                                 HasSubstr("shared with the other 66 SMs"), HasSubstr("66 SM x 256 FLOP/clk")));
  const auto list = nlohmann::json::parse(of({"devices", "--sms", "66", "--format", "json"}).out);
  EXPECT_EQ(list[0]["sm_count"], 66);
  EXPECT_EQ(list[0]["whole_sm_count"], 132);
  EXPECT_EQ(list[0]["gpu_model"], "H200 SXM");
  EXPECT_TRUE(nlohmann::json::parse(of({"devices", "--format", "json"}).out)[0]["whole_sm_count"].is_null());
}

TEST_F(PartOfAGpu, IsAnotherMachineThanTheWholeInAComparison) {
  run("all.rlens");
  run("half.rlens", {"--sms", "66"});
  const Outcome outcome = of({"compare", folder_ / "all.rlens", folder_ / "half.rlens"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  ASSERT_EQ(of({"compare", folder_ / "all.rlens", folder_ / "half.rlens", "-o", folder_ / "cmp.md"}).code, 0);
  std::ostringstream page;
  page << std::ifstream(folder_ / "cmp.md").rdbuf();
  EXPECT_THAT(page.str(),
              HasSubstr("Both are one GPU, A with 132 SMs, B with 66 of 132 SMs: roofs of SMs go with their "
                        "number (0.500×), DRAM and L2 are the same."));
  EXPECT_THAT(outcome.out, HasSubstr("GPU: NVIDIA H200 in A, NVIDIA H200 (66 of 132 SMs) in B"));
  EXPECT_THAT(outcome.out, ContainsRegex("FP32 roof +66.9 TFLOP/s +33.5 TFLOP/s +as the SMs"));
  EXPECT_THAT(outcome.out, ContainsRegex("SMs of the whole GPU +– +132 +differs"));
  EXPECT_EQ(of({"check", folder_ / "half.rlens", "--baseline", folder_ / "all.rlens"}).code, 1) << "another GPU";
}

TEST_F(PartOfAGpu, IsAMachineOfItsOwnInAMergedSession) {
  run("all.rlens");
  run("half.rlens", {"--sms", "66"});
  run("third.rlens", {"--sms", "44"});
  run("again.rlens", {"--sms", "66"});
  ASSERT_EQ(of({"merge", folder_ / "all.rlens", folder_ / "half.rlens", folder_ / "third.rlens",
                folder_ / "again.rlens", "-o", folder_ / "merged.rlens"})
                .code,
            0);
  EXPECT_EQ(recorded("merged.rlens").machines.size(), 3U);
}

TEST_F(PartOfAGpu, IsWhatAProgramReadsInAReport) {
  run("half.rlens", {"--sms", "66"});
  EXPECT_THAT(of({"report", folder_ / "half.rlens", "--format", "json"}).out, HasSubstr("\"whole_sm_count\": 132"));
}

}  // namespace
}  // namespace rooflens::cli
