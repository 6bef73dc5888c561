// `rooflens run --sweep` from the command line to the session, on a machine that is not there; and what it refuses
// before anything is prepared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class RunSweep : public ::testing::Test {
 protected:
  Outcome run(Arguments arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"-o", path_});
    return dispatched(backend_, arguments);
  }
  void expect_usage_error(const Arguments& arguments, const std::string& error, const std::string& hint = {}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("rooflens: error: " + error));
    EXPECT_THAT(outcome.err, HasSubstr("\nrooflens: hint: " + hint));
    EXPECT_THAT(backend_.log.prepared, IsEmpty()) << "refused after a kernel was prepared";
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << "left a file";
  }

  FakeBackend backend_;
  ScratchFolder folder_;
  std::string path_ = folder_ / "a.rlens";
};

TEST_F(RunSweep, RunsEachKernelWithEachValue) {
  EXPECT_EQ(run({"vector_add/one-d", "vector_add/float4", "--sweep", "n=2^2..2^4"}).code, 0);
  EXPECT_THAT(backend_.log.prepared,
              ElementsAre("vector_add/one-d n=4", "vector_add/one-d n=8", "vector_add/one-d n=16",
                          "vector_add/float4 n=4", "vector_add/float4 n=8", "vector_add/float4 n=16"));
}

TEST_F(RunSweep, RunsEveryCombinationOfSeveral) {
  EXPECT_EQ(run({"reduction/sequential", "--sweep", "n=1000..2000:1000", "--sweep", "block=64,128"}).code, 0);
  EXPECT_THAT(backend_.log.prepared,
              ElementsAre("reduction/sequential block=64 n=1000", "reduction/sequential block=64 n=2000",
                          "reduction/sequential block=128 n=1000", "reduction/sequential block=128 n=2000"));
}

TEST_F(RunSweep, CombinesWithSet) {
  EXPECT_EQ(run({"reduction/sequential", "--set", "block=64", "--sweep", "n=4,8"}).code, 0);
  EXPECT_THAT(backend_.log.prepared,
              ElementsAre("reduction/sequential block=64 n=4", "reduction/sequential block=64 n=8"));
}

TEST_F(RunSweep, RecordsKernelsUnderTheirNamesWithTheirParameters) {
  EXPECT_EQ(run({"copy/float4", "--sweep", "n=2^20..2^21"}).code, 0);
  const models::Recording recording = session::load(path_);
  ASSERT_EQ(recording.observations.size(), 2U);
  for (const models::Observation& o : recording.observations) EXPECT_EQ(o.name, "copy/float4");
  EXPECT_EQ(recording.observations[0].parameters, (std::map<std::string, std::int64_t>{{"n", 1048576}}));
  EXPECT_EQ(recording.observations[1].parameters, (std::map<std::string, std::int64_t>{{"n", 2097152}}));
}

TEST_F(RunSweep, TellsProblemsOfOneKernelApart) {
  EXPECT_THAT(run({"copy/float4", "--sweep", "n=1000,2^21"}).out,
              AllOf(HasSubstr("Problem"), HasSubstr("n=1000"), HasSubstr("n=2Mi")));
  EXPECT_THAT(run({"copy/float4", "--set", "n=1000", "--force"}).out, Not(HasSubstr("Problem")));
}

TEST_F(RunSweep, NamesTheProblemThatGaveAWrongResult) {
  backend_.machine.wrong = {"copy/float4"};
  EXPECT_THAT(run({"copy/float4", "--sweep", "n=8,16"}).err, AllOf(HasSubstr("copy/float4 n=8 gave a wrong result"),
                                                                   HasSubstr("copy/float4 n=16 gave a wrong result")));
}

TEST_F(RunSweep, RefusesAParameterThatOneKernelLacks) {
  expect_usage_error({"reduction/sequential", "copy/float4", "--sweep", "block=64,128"},
                     "--sweep block: copy/float4 has no parameter `block`; it takes n\n",
                     "choose kernels that have it, or use --set");
  expect_usage_error({"copy/*", "--sweep", "threads=4"}, "none of the chosen kernels has a parameter `threads`\n");
}

TEST_F(RunSweep, RefusesValuesOutsideTheLimitsOfAKernel) {
  expect_usage_error({"copy/float4", "--sweep", "n=2^32..2^34"},
                     "n = 17179869184 is out of range: copy/float4 takes n from 1 to 8589934592\n",
                     "choose kernels that take the value");
  expect_usage_error({"copy/float4", "--sweep", "n=0..10:5"}, "n = 0 is out of range: copy/float4 takes n from 1");
  expect_usage_error({"reduction/sequential", "--sweep", "block=96"}, "block = 96 is not ");
}

TEST_F(RunSweep, RefusesMoreProblemsThanAre) {
  expect_usage_error({"vector_add/*", "--sweep", "n=1..6000:1"}, "more than 10000 problems: ", "take larger steps");
  expect_usage_error({"reduction/sequential", "--sweep", "n=1..9000:1", "--sweep", "block=64,128"},
                     "more than 10000 problems: ");
  expect_usage_error({"copy/float4", "--sweep", "n=1..8589934592:1"}, "--sweep n has more than 10000 values: ");
}

TEST_F(RunSweep, RefusesAParameterThatIsGivenTwice) {
  expect_usage_error({"--sweep", "n=4", "--sweep", "n=8"}, "--sweep gives n twice\n", "separate several values");
  expect_usage_error({"--set", "n=4", "--sweep", "n=8"}, "--set and --sweep both give n\n", "leave one of them out");
}

TEST_F(RunSweep, RefusesWhatIsNoSweep) {
  expect_usage_error({"--sweep", "n=10..20"}, "--sweep n has no step: 10..20 doubles only",
                     "give one, as in `--sweep n=");
  expect_usage_error({"--sweep", "n"}, "--sweep takes NAME=A..B, NAME=A..B:STEP or NAME=VALUE,VALUE, not `n`\n",
                     "for example --sweep n=2^16..2^28");
}

}  // namespace
}  // namespace rooflens::cli
