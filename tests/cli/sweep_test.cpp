// Ranges and lists of --sweep, and what is no sweep.
#include "profiler/cli/run/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/run/run_request.hpp"

namespace rooflens::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::int64_t> values(const std::string& text) { return parse_sweep(text).values; }

std::string refusal(const std::string& text) {
  try {
    (void)parse_sweep(text);
  } catch (const actions::CommandError& error) {
    EXPECT_EQ(error.code(), actions::kUsage);
    return error.what();
  }
  return "accepted";
}

TEST(Sweep, DoublesFromAPowerOfTwoToAnother) {
  const Sweep sweep = parse_sweep("n=2^16..2^19");
  EXPECT_EQ(sweep.name, "n");
  EXPECT_THAT(sweep.values, ElementsAre(65536, 131072, 262144, 524288));
  EXPECT_THAT(values("n=64..256"), ElementsAre(64, 128, 256));
  EXPECT_THAT(values("n=512Ki..2Mi"), ElementsAre(524288, 1048576, 2097152));
  EXPECT_THAT(values("n=2^0..2^2"), ElementsAre(1, 2, 4));
  EXPECT_EQ(values("n=2^0..2^62").size(), 63U);
  EXPECT_EQ(values("n=2^0..2^62").back(), std::int64_t{1} << 62);
}

TEST(Sweep, AddsAStep) {
  EXPECT_THAT(values("n=1000..4000:1000"), ElementsAre(1000, 2000, 3000, 4000));
  EXPECT_THAT(values("n=1..8:3"), ElementsAre(1, 4, 7)) << "the last value that is not beyond the end";
  EXPECT_THAT(values("n=1Ki..3Ki:2^10"), ElementsAre(1024, 2048, 3072));
  EXPECT_THAT(values("n=-4..4:4"), ElementsAre(-4, 0, 4));
}

TEST(Sweep, OfOneValueIsOne) {
  EXPECT_THAT(values("n=8..8"), ElementsAre(8));
  EXPECT_THAT(values("n=9..9:5"), ElementsAre(9));
  EXPECT_THAT(values("n=7"), ElementsAre(7));
}

TEST(Sweep, TakesListsOfNumbersAndRanges) {
  EXPECT_THAT(values("block=32,64,128"), ElementsAre(32, 64, 128));
  EXPECT_THAT(values("block=128,32"), ElementsAre(128, 32));
  EXPECT_THAT(values("n=3,2^4..2^5,100..300:100"), ElementsAre(3, 16, 32, 100, 200, 300));
}

TEST(Sweep, DoesNotOverflow) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(values("n=-9223372036854775807..9223372036854775807:9223372036854775807"), ElementsAre(-kMost, 0, kMost));
  EXPECT_THAT(refusal("n=-9223372036854775807..9223372036854775807:1"), HasSubstr("more than 10000 values"));
}

TEST(Sweep, HasAtMostAsManyValuesAsARunHasProblems) {
  EXPECT_EQ(values("n=1..10000:1").size(), actions::kMostProblems);
  EXPECT_THAT(refusal("n=1..10001:1"), HasSubstr("--sweep n has more than 10000 values: 1..10001:1"));
  EXPECT_THAT(refusal("n=1..6000:1,6001..12000:1"), HasSubstr("more than 10000 problems"));
}

TEST(Sweep, RefusesARangeWithoutAStep) {
  for (const char* text : {"n=1000..8000", "n=64..100", "n=100..128", "n=0..4", "n=-4..4"}) {
    EXPECT_THAT(refusal(text), HasSubstr("--sweep n has no step: ")) << text;
  }
}

TEST(Sweep, RefusesARangeThatGoesDownOrStandsStill) {
  EXPECT_THAT(refusal("n=2^8..2^4"), HasSubstr("--sweep n goes downwards: 2^8..2^4"));
  EXPECT_THAT(refusal("n=8..4:1"), HasSubstr("goes downwards"));
  EXPECT_THAT(refusal("n=4..8:0"), HasSubstr("takes a step of at least 1, not 0"));
  EXPECT_THAT(refusal("n=4..8:-1"), HasSubstr("takes a step of at least 1, not -1"));
}

TEST(Sweep, RefusesAValueThatIsThereTwice) {
  EXPECT_THAT(refusal("block=32,64,32"), HasSubstr("--sweep block gives 32 twice"));
  EXPECT_THAT(refusal("n=2^4..2^6,32"), HasSubstr("--sweep n gives 32 twice"));
}

TEST(Sweep, RefusesWhatIsNoNumber) {
  for (const char* text : {"n=a..b", "n=1..", "n=..8", "n=4..8:", "n=1...4", "n=4,", "n=4..8:2:2", "n=3^4", "n=1.5"}) {
    EXPECT_THAT(refusal(text), HasSubstr("--sweep n takes a whole number")) << text;
  }
  EXPECT_THAT(refusal("n=2^"), HasSubstr("--sweep n, exponent of 2 takes a whole number"));
  EXPECT_THAT(refusal("n=2^63"), HasSubstr("exponent of 2 takes a number from 0 to 62, not 63"));
  EXPECT_THAT(refusal("n=2^-1"), HasSubstr("exponent of 2 takes a number from 0 to 62"));
}

TEST(Sweep, RefusesWhatIsNoSweep) {
  for (const char* text : {"", "n", "=4", "n=", "="}) {
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("--sweep takes NAME=A..B"), HasSubstr("not `" + std::string(text))));
  }
}

TEST(ProblemCount, HasALimit) {
  EXPECT_NO_THROW(actions::check_problem_count(actions::kMostProblems));
  EXPECT_THROW(actions::check_problem_count(actions::kMostProblems + 1), actions::CommandError);
}

}  // namespace
}  // namespace rooflens::cli
