// `rooflens check`: when it passes, when it fails, and what it refuses to compare.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/check_options.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/small_recording.hpp"

namespace rooflens::cli {
namespace {

using fixtures::add_kernel;
using fixtures::small_recording;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string error_of(const std::string& limits) {
  try {
    (void)parse_limits(limits);
  } catch (const CommandError& error) {
    EXPECT_EQ(error.code(), kUsage);
    return std::string(error.what()) + " / " + error.remedy();
  }
  return "";
}

TEST(Limits, AreReadInPercentAndPoints) {
  const auto limits = parse_limits("time=5%,percent_of_roof=3pt,dram_bytes=0.5%");
  ASSERT_EQ(limits.size(), 3U);
  EXPECT_DOUBLE_EQ(limits[0].amount, 0.05);
  EXPECT_TRUE(limits[1].points);
  EXPECT_DOUBLE_EQ(limits[1].amount, 0.03);
  EXPECT_DOUBLE_EQ(limits[2].amount, 0.005);
}

TEST(Limits, ThatAreMalformedAreNamed) {
  EXPECT_THAT(error_of("time=5%,dram_bytes"), HasSubstr("`dram_bytes` is not METRIC=LIMIT"));
  EXPECT_THAT(error_of("time=5%,"), HasSubstr("`` is not METRIC=LIMIT"));
  EXPECT_THAT(error_of("time=fast"), HasSubstr("`time=fast` has no number"));
  EXPECT_THAT(error_of("time=5"), HasSubstr("`time=5` needs %"));
  EXPECT_THAT(error_of("time=-5%"), HasSubstr("negative"));
  EXPECT_THAT(error_of("time=nan%"), HasSubstr("has no number"));
  EXPECT_THAT(error_of("time=5pt"), HasSubstr("time is no share: use %"));
  EXPECT_THAT(error_of("time=5%,time=6%"), HasSubstr("`time=6%` names its metric a second time"));
}

TEST(Limits, OfAnUnknownMetricSuggestTheNearestNames) {
  EXPECT_THAT(error_of("tme=5%"), HasSubstr("there is no metric `tme` / the nearest are time"));
  EXPECT_THAT(error_of("occupancy=5%"), HasSubstr("achieved_occupancy"));
}

struct Said {
  int code;
  std::string out, err;
};

struct CheckCommand : ::testing::Test {
  ScratchFolder folder;
  std::string path(const std::string& name) const { return folder / name; }

  std::string save(const std::string& name, const models::Recording& recording) const {
    actions::save_recording(path(name), recording, true);
    return path(name);
  }
  static models::Recording recording(double time) {
    models::Recording made = small_recording();
    add_kernel(made, "x", {time, time, time});
    return made;
  }
  std::string session(const std::string& name, double time) const { return save(name, recording(time)); }
  static Said check(const Arguments& arguments) {
    FakeBackend backend;
    std::ostringstream out, err;
    Arguments all{"check"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const int code = dispatch(backend, all, {.out = out, .err = err, .columns = 80});
    return {code, out.str(), err.str()};
  }
};

TEST_F(CheckCommand, PassesAndSaysThatOneProcessIsLittle) {
  const Said said = check({session("new.rlens", 1.01), "--baseline", session("base.rlens", 1)});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("Passed: 1 kernel compared"));
  EXPECT_THAT(said.out, HasSubstr("Only one session per side"));
  EXPECT_EQ(said.err, "");
}

TEST_F(CheckCommand, FailsWithReasons) {
  const Said said = check({session("new.rlens", 1.2), "--baseline", session("base.rlens", 1), "--max-regression",
                           "time=5%,percent_of_roof=3pt"});
  EXPECT_EQ(said.code, kVerificationFailed);
  EXPECT_THAT(said.out, HasSubstr("Failed because of 1 kernel"));
  EXPECT_THAT(said.out, HasSubstr("REGRESSION\n"));
  EXPECT_THAT(said.out, ContainsRegex("percent_of_roof .*REGRESSION"));
  EXPECT_EQ(said.err, "") << "stdout has said it";
}

TEST_F(CheckCommand, TakesSeveralSessionsASide) {
  const Said said = check({session("n1.rlens", 1.0), session("n2.rlens", 1.2), session("n3.rlens", 1.3), "--baseline",
                           session("b1.rlens", 0.9), session("b2.rlens", 1.0), session("b3.rlens", 1.1)});
  EXPECT_EQ(said.code, kOk) << said.out << said.err;
  EXPECT_THAT(said.out, HasSubstr("3 sessions against 3 of the baseline"));
  EXPECT_THAT(said.out, Not(HasSubstr("Only one session per side")));
}

TEST_F(CheckCommand, PrintsJsonAndMarkdown) {
  const std::string candidate = session("new.rlens", 1.2);
  const std::string base = session("base.rlens", 1);
  const auto json = nlohmann::json::parse(check({candidate, "-b", base, "--format", "json"}).out);
  EXPECT_EQ(json["passed"], false);
  EXPECT_EQ(json["kernels"][0]["results"][0]["status"], "regression");
  const Said markdown = check({candidate, "-b", base, "--format", "markdown"});
  EXPECT_EQ(markdown.code, kVerificationFailed);
  EXPECT_THAT(markdown.out, HasSubstr("| Kernel | Metric | Baseline | New | Change |"));
}

TEST_F(CheckCommand, RefusesOtherConditionsUnlessAllowed) {
  const std::string base = session("base.rlens", 1);
  models::Recording other = recording(1);
  other.machines.front().device.name = "Other GPU";
  other.machines.front().device.driver_version = "2.0";
  other.observations.front().clocks_during.sm = models::megahertz(1100);
  other.observations.front().cache = models::CachePolicy::warm;
  const std::string candidate = save("new.rlens", other);
  const Said said = check({candidate, "--baseline", base});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("GPU: Small GPU in the baseline, Other GPU in the new session"));
  EXPECT_THAT(said.err, HasSubstr("--allow gpu,driver,clock,cache\n"));
  EXPECT_THAT(check({candidate, "--baseline", base, "--allow", "gpu,driver"}).err, HasSubstr("--allow clock,cache\n"));
  const Said allowed = check({candidate, "--baseline", base, "--allow", "gpu,driver,clock,cache"});
  EXPECT_EQ(allowed.code, kOk) << allowed.err;
  EXPECT_THAT(allowed.out, HasSubstr("differs in driver: 1.0 in the baseline, 2.0 in the new session"));
}

TEST_F(CheckCommand, TakesWhatWasNotRecordedForNoDifference) {
  models::Recording other = recording(1);
  other.machines.front().device.driver_version.clear();
  const Said said = check({session("new.rlens", 1), "--baseline", save("base.rlens", other)});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("may differ in driver: unknown in the baseline, 1.0 in the new session."));
}

TEST_F(CheckCommand, SaysThatAChangeBeyondTheLimitIsNoise) {
  models::Recording wide = small_recording();
  add_kernel(wide, "x", {0.8, 0.9, 1.0, 1.3, 1.4});
  const std::string base = save("base.rlens", wide);
  const Said said = check({session("new.rlens", 1.2), "--baseline", base});
  EXPECT_EQ(said.code, kOk) << said.out;
  EXPECT_THAT(said.out, HasSubstr("+20.0\u00A0%  -7.7..+33.3\u00A0%  ok: noise\n"));
  EXPECT_THAT(said.out, HasSubstr("noise: over the limit, but the ranges of both sides overlap"));
  EXPECT_THAT(check({session("near.rlens", 1.04), "--baseline", base}).out, Not(HasSubstr("ok: noise")));
}

TEST_F(CheckCommand, NeverComparesSimulatedWithRecorded) {
  models::Recording recorded = recording(1);
  recorded.provenance.kind = models::RecordingKind::recorded;
  const Said said = check({save("new.rlens", recorded), "--baseline", session("base.rlens", 1)});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("kind of data: simulated"));
}

TEST_F(CheckCommand, FailsForMissingKernelsUnlessAllowed) {
  models::Recording two = recording(1);
  add_kernel(two, "y", {1, 1, 1});
  const std::string base = save("base.rlens", two);
  const std::string candidate = session("new.rlens", 1);
  const Said said = check({candidate, "--baseline", base});
  EXPECT_EQ(said.code, kVerificationFailed);
  EXPECT_THAT(said.out, HasSubstr("is missing in the new session"));
  EXPECT_EQ(check({candidate, "--baseline", base, "--allow", "missing"}).code, kOk);
  const Said turned = check({base, "--baseline", candidate});
  EXPECT_EQ(turned.code, kOk);
  EXPECT_THAT(turned.out, HasSubstr("y is new"));
}

TEST_F(CheckCommand, SaysWhyAMetricIsGone) {
  models::Recording uncounted = recording(1);
  uncounted.observations.front().counters = {};
  uncounted.observations.front().refused = {{"dram__bytes.sum", "another tool holds the counters"}};
  const Arguments arguments{save("new.rlens", uncounted), "--baseline", session("base.rlens", 1), "--max-regression",
                            "dram_bytes=2%"};
  const Said said = check(arguments);
  EXPECT_EQ(said.code, kVerificationFailed);
  EXPECT_THAT(said.out, HasSubstr("x: dram_bytes is not measured any more: dram__bytes.sum: another tool holds"));
  Arguments json = arguments;
  json.insert(json.end(), {"--format", "json"});
  const auto result = nlohmann::json::parse(check(json).out)["kernels"][0]["results"][0];
  EXPECT_EQ(result["status"], "lost");
  EXPECT_EQ(result["why"], "dram__bytes.sum: another tool holds the counters");
}

TEST_F(CheckCommand, NeverPassesBecauseItComparedNothing) {
  models::Recording other = small_recording();
  add_kernel(other, "y", {1, 1, 1}).parameters = {{"m", 1}};
  const std::string base = session("base.rlens", 1);
  EXPECT_THAT(check({save("new.rlens", other), "--baseline", base}).err, HasSubstr("no kernel in common"));
  const Said said = check({base, "--baseline", base, "--max-regression", "l2_bytes=2%"});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("l2_bytes was measured for no kernel"));
}

TEST_F(CheckCommand, NeedsBothSides) {
  EXPECT_EQ(check({}).code, kUsage);
  EXPECT_THAT(check({session("new.rlens", 1)}).err, HasSubstr("check needs --baseline"));
  const Said swallowed = check({"--baseline", path("base.rlens"), path("new.rlens")});
  EXPECT_EQ(swallowed.code, kUsage);
  EXPECT_THAT(swallowed.err, HasSubstr("come before --baseline"));
}

TEST_F(CheckCommand, SaysWhatIsWrongWithItsInput) {
  const std::string base = session("base.rlens", 1);
  EXPECT_EQ(check({path("none.rlens"), "--baseline", base}).code, kFailure);
  EXPECT_EQ(check({base, "--baseline", base, "--allow", "everything"}).code, kUsage);
  EXPECT_THAT(check({base, base, "--baseline", base}).err, HasSubstr("twice on one side"));
}

}  // namespace
}  // namespace rooflens::cli
