// `rooflens run --pairs`: what it runs, the list it prints, and the words when there is nothing to pair.
#include "profiler/actions/run/run_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class RunPairs : public ::testing::Test {
 protected:
  Outcome run(Arguments arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"--pairs", "--force", "-o", path_});
    return dispatched(backend_, arguments);
  }
  // The tiled transpose takes 4 ms, everything else 1 ms.
  void slow_transpose() {
    backend_.machine.answer = [](std::size_t, const collect::Request& request) {
      collect::Capture capture = collect::plain_capture(request);
      if (request.name == "transpose/tiled") capture.durations.assign(30, models::Seconds(4e-3));
      return capture;
    };
  }

  FakeBackend backend_;
  ScratchFolder folder_;
  std::string path_ = folder_ / "a.rlens";
};

TEST_F(RunPairs, RunsTheKernelAndItsCounterpart) {
  const Outcome outcome = run({"transpose/tiled", "--set", "n=64"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(backend_.log.prepared, ElementsAre("transpose/tiled n=64 rows=8", "transpose/padded n=64 rows=8"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("note:")));
}

TEST_F(RunPairs, RunsThemOnceThoughBothWereChosenAndNotesTheOthers) {
  const Outcome outcome = run({"transpose/tiled", "transpose/padded", "copy/float4", "triad/float4", "--set", "n=64"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(backend_.log.prepared, ElementsAre("transpose/tiled n=64 rows=8", "transpose/padded n=64 rows=8"));
  EXPECT_THAT(outcome.err,
              HasSubstr("rooflens: note: not run, because without a counterpart: copy/float4, triad/float4\n"));
}

TEST_F(RunPairs, SweepsBothAtTheSameParameters) {
  EXPECT_EQ(run({"transpose/tiled", "--sweep", "n=32..64"}).code, 0);
  EXPECT_THAT(backend_.log.prepared, ElementsAre("transpose/tiled n=32 rows=8", "transpose/tiled n=64 rows=8",
                                                 "transpose/padded n=32 rows=8", "transpose/padded n=64 rows=8"));
}

TEST_F(RunPairs, ListsWhatRiddingOfTheCauseBrought) {
  slow_transpose();
  const std::string out = run({"transpose/tiled", "--set", "n=64"}).out;
  EXPECT_THAT(out, ContainsRegex("\nBefore +After +Time before +Time after +Speed-up\n"
                                 "transpose/tiled +transpose/padded +4.00 ms +1.00 ms +4.00.*\n"
                                 "  bank conflicts: 32-way\n"));
  EXPECT_LT(out.find("Verified"), out.find("Pairs that differ in one cause")) << "behind the table";
}

TEST_F(RunPairs, NamesTheProblemWhereThereAreSeveral) {
  EXPECT_THAT(run({"transpose/tiled", "--sweep", "n=32..64"}).out,
              ContainsRegex("transpose/padded +n=32 +1.00 ms(.|\n)*transpose/padded +n=64 +1.00 ms"));
}

TEST_F(RunPairs, ListsThemInJson) {
  slow_transpose();
  const auto report = nlohmann::json::parse(run({"transpose/tiled", "--set", "n=64", "--format", "json"}).out);
  EXPECT_EQ(report["format"], "rooflens-report");
  ASSERT_EQ(report["pairs"].size(), 1U);
  const auto& pair = report["pairs"][0];
  EXPECT_EQ(pair["before"], "transpose/tiled");
  EXPECT_EQ(pair["after"], "transpose/padded");
  EXPECT_EQ(pair["parameters"]["n"], 64);
  EXPECT_EQ(pair["cause"], "bank conflicts");
  EXPECT_EQ(pair["severity"], "32-way");
  EXPECT_EQ(pair["time_before_s"], 4e-3);
  EXPECT_EQ(pair["time_after_s"], 1e-3);
  EXPECT_EQ(pair["speed_up"], 4.0);
  EXPECT_THAT(run({"transpose/tiled", "--set", "n=64", "--format", "none"}).out, IsEmpty());
}

TEST_F(RunPairs, LeavesOutASpeedUpThatWasNotMeasured) {
  backend_.machine.without_device_code = {"transpose/padded"};
  const Outcome outcome = run({"transpose/tiled", "--set", "n=64"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("note: transpose/padded is unavailable here"));
  EXPECT_THAT(outcome.out,
              AllOf(ContainsRegex("transpose/padded +1.00 ms +– +–"), HasSubstr("– in Speed-up: one of the two")));
  const auto json = nlohmann::json::parse(run({"transpose/tiled", "--set", "n=64", "--format", "json"}).out);
  EXPECT_TRUE(json["pairs"][0].contains("time_before_s"));
  EXPECT_FALSE(json["pairs"][0].contains("time_after_s")) << "absent, not null";
  EXPECT_FALSE(json["pairs"][0].contains("speed_up"));
}

TEST_F(RunPairs, GivesAWrongResultNoSpeedUp) {
  backend_.machine.wrong = {"transpose/padded"};
  const Outcome outcome = run({"transpose/tiled", "--set", "n=64"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, ContainsRegex("transpose/padded +1.00 ms +1.00 ms +–"));
}

TEST_F(RunPairs, RefusesKernelsOfWhichNoneHasACounterpart) {
  const Outcome outcome = run({"copy/float4", "vector_add/float4"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("rooflens: error: --pairs: none of the chosen kernels has a counterpart\n"),
                                 HasSubstr("rooflens: hint: these have one: ")));
  EXPECT_THAT(backend_.log.prepared, IsEmpty());
  EXPECT_EQ(run({"transpose/padded"}).code, 2) << "a counterpart alone is no pair";
}

TEST_F(RunPairs, RefusesParametersAsRunDoes) {
  const Outcome outcome = run({"transpose/tiled", "--sweep", "n=2^17..2^18"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("error: n = 262144 is out of range: transpose/tiled takes n from 1 to 131072\n"));
  EXPECT_EQ(run({"transpose/tiled", "--sweep", "block=32"}).code, 2);
  EXPECT_EQ(run({"transpose/tiled", "--sweep", "n=1..5001:1"}).code, 2) << "both sides count as problems";
  EXPECT_THAT(backend_.log.prepared, IsEmpty());
}

constexpr std::array kStride{kernels::Parameter{"stride", "elements", 8, 1, 32}};

kernels::Kernel kernel(std::string_view name, kernels::Counterpart counterpart = {}) {
  return {.name = name,
          .summary = "s",
          .parameters = kStride,
          .minimum_compute_capability = {7, 5},
          .work = nullptr,
          .device_memory = nullptr,
          .counterpart = counterpart};
}

Case with_stride(const kernels::Kernel& kernel, std::int64_t stride) {
  return {&kernel, kernels::make_problem(kernel, {{"stride", stride}})};
}

TEST(DistinctCases, HoldACounterpartOfSeveralKernelsOnceAndGatherEachKernel) {
  const kernels::Kernel good = kernel("f/good");
  const kernels::Kernel slow = kernel("f/slow", {"f/good", "cause", "severity"});
  const kernels::Kernel slower = kernel("f/slower", {"f/good", "cause", "twice the severity"});
  std::vector<std::string> cases;
  for (const Case& entry : distinct_cases({{with_stride(slow, 1), with_stride(good, 1)},
                                           {with_stride(slow, 2), with_stride(good, 2)},
                                           {with_stride(slower, 1), with_stride(good, 1)},
                                           {with_stride(slower, 2), with_stride(good, 2)}})) {
    cases.push_back(std::string(entry.kernel->name) + " " + std::to_string(entry.problem["stride"]));
  }
  EXPECT_THAT(cases, ElementsAre("f/slow 1", "f/slow 2", "f/good 1", "f/good 2", "f/slower 1", "f/slower 2"));
}

TEST(ComparePairs, NameTheParameterThatSetsTheDoseWithItsValue) {
  const kernels::Kernel after = kernel("f/dense");
  const auto severity = [&](std::string_view words) {
    const kernels::Kernel before = kernel("f/strided", {"f/dense", "uncoalesced access", words});
    return compare_pairs({{with_stride(before, 8), with_stride(after, 8)}}, {}).at(0).severity;
  };
  EXPECT_EQ(severity("stride"), "stride=8");
  EXPECT_EQ(severity("parameter stride"), "stride=8");
  EXPECT_EQ(severity("by the parameter stride"), "stride=8");
  EXPECT_EQ(severity("2 strides"), "2 strides");
  EXPECT_EQ(severity("parameter n"), "parameter n");
}

TEST(ComparePairs, GiveNoTimesToWhatWasNotObserved) {
  const kernels::Kernel before = kernel("f/strided", {"f/dense", "uncoalesced access", "stride"});
  const kernels::Kernel after = kernel("f/dense");
  const auto results = compare_pairs({{with_stride(before, 8), with_stride(after, 8)}}, {});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_FALSE(results[0].time_before);
  EXPECT_FALSE(results[0].time_after);
  EXPECT_FALSE(results[0].speed_up);
}

}  // namespace
}  // namespace rooflens::cli
