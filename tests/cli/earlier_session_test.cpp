// What `run --payload-from` takes from an earlier session.
#include "profiler/cli/run/earlier_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "models/explain/analysis.hpp"
#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class EarlierSession : public ::testing::Test {
 protected:
  // Records copy/float4 at n = 1024 once more; each repetition takes `time`.
  void record(const std::string& path, models::Seconds time, bool wrong = false) {
    FakeBackend backend;
    if (wrong) backend.machine.wrong = {"copy/float4"};
    backend.machine.answer = [&](std::size_t, const collect::Request& request) {
      collect::Capture capture = collect::plain_capture(request);
      for (models::Seconds& duration : capture.durations) duration = time;
      return capture;
    };
    const Outcome outcome = dispatched(backend, {"run", "copy/float4", "--set", "n=1Mi", "--force", "-o", path});
    EXPECT_EQ(outcome.code, wrong ? 3 : 0) << outcome.err;
  }

  std::vector<Case> with_percent(const std::string& path, std::int64_t n) {
    RunOptions options;
    options.globs = {"copy/float4"};
    options.sweep = {{"n", {n}}};
    std::vector<Case> cases = plan_cases(options);
    err_.str("");
    std::ostringstream out;
    add_percent_of_roof(cases, path, {.out = out, .err = err_});
    return cases;
  }

  ScratchFolder folder_;
  std::string path_ = folder_ / "earlier.rlens";
  std::ostringstream err_;
};

TEST_F(EarlierSession, GivesThePercentOfTheSameProblem) {
  record(path_, models::nanoseconds(1e4));
  const models::Recording recording = session::load(path_);
  const models::Analysis analysis = models::analyse(recording);
  const double fraction = analysis.machines.at(0).kernels.at(0).percent_of_roof->fraction;
  ASSERT_GT(fraction, 0);
  EXPECT_DOUBLE_EQ(with_percent(path_, 1 << 20).at(0).percent_of_roof.value(), 100 * fraction);
  EXPECT_THAT(err_.str(), IsEmpty());
}

TEST_F(EarlierSession, LeavesOtherSizesWithout) {
  record(path_, models::nanoseconds(1e4));
  EXPECT_FALSE(with_percent(path_, 1 << 21).at(0).percent_of_roof);
  EXPECT_THAT(err_.str(), HasSubstr("earlier.rlens has no percent of roof for copy/float4 n=2097152\n"));
}

TEST_F(EarlierSession, LeavesWrongResultsWithout) {
  record(path_, models::nanoseconds(1e4), true);
  EXPECT_FALSE(with_percent(path_, 1 << 20).at(0).percent_of_roof);
}

TEST_F(EarlierSession, ReachesTheRequestsOfARun) {
  record(path_, models::nanoseconds(1e4));
  FakeBackend backend;
  std::vector<std::optional<collect::NvtxPayload>> payloads;
  backend.machine.answer = [&](std::size_t, const collect::Request& request) {
    payloads.push_back(request.payload);
    return collect::plain_capture(request);
  };
  const Outcome outcome = dispatched(
      backend, {"run", "copy/float4", "--set", "n=1Mi", "--payload-from", path_, "-o", folder_ / "later.rlens"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  ASSERT_EQ(payloads.size(), 1U);
  ASSERT_TRUE(payloads[0].has_value());
  EXPECT_EQ(payloads[0]->flops.value(), 0) << "a copy computes nothing";
  EXPECT_EQ(payloads[0]->bytes.value(), 2 * 4 * (1 << 20)) << "each float read once and written once";
  EXPECT_TRUE(payloads[0]->percent_of_roof.has_value());
}

TEST_F(EarlierSession, RefusesAFileThatIsNone) {
  const Outcome outcome = dispatched(
      FakeBackend{}, {"run", "copy/float4", "--payload-from", folder_ / "no.rlens", "-o", folder_ / "later.rlens"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("does not exist"));
}

}  // namespace
}  // namespace rooflens::cli
