// Pairs that differ in one cause: found whether the counterpart was chosen or not, at the parameters that both have.
#include "kernels/pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "kernels/catalogue.hpp"

namespace rooflens::kernels {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array kSize{Parameter{"n", "size", 100, 1, 1000}};
constexpr std::array kSizeAndStride{Parameter{"n", "size", 200, 1, 2000}, Parameter{"stride", "elements", 4, 1, 32}};

Kernel kernel(std::string_view name, Counterpart counterpart = {}, std::span<const Parameter> parameters = kSize) {
  return {.name = name,
          .summary = "s",
          .parameters = parameters,
          .minimum_compute_capability = {7, 5},
          .work = nullptr,
          .device_memory = nullptr,
          .counterpart = counterpart};
}

class Pairs : public testing::Test {
 protected:
  const Kernel good_ = kernel("f/good");
  const Kernel slow_ = kernel("f/slow", {"f/good", "cause", "severity"});
  const Kernel slower_ = kernel("f/slower", {"f/good", "cause", "twice the severity"});
  const Kernel worst_ = kernel("f/worst", {"f/slower", "another cause", "much"});
  const Kernel other_ = kernel("f/other");
  const std::vector<const Kernel*> all_{&good_, &slow_, &slower_, &worst_, &other_};

  [[nodiscard]] std::vector<Pair> pairs(const std::vector<const Kernel*>& chosen) const {
    return pairs_of(chosen, all_);
  }
};

TEST_F(Pairs, AreFoundThoughTheCounterpartWasNotChosen) {
  EXPECT_THAT(pairs({&slow_}), ElementsAre(Pair{&slow_, &good_}));
  EXPECT_THAT(pairs({&good_, &slow_}), ElementsAre(Pair{&slow_, &good_}));
}

TEST_F(Pairs, KeepTheOrderOfTheChosenAndMayShareACounterpart) {
  EXPECT_THAT(pairs({&slower_, &slow_}), ElementsAre(Pair{&slower_, &good_}, Pair{&slow_, &good_}));
}

TEST_F(Pairs, MayBeAChain) {
  EXPECT_THAT(pairs({&slower_, &worst_}), ElementsAre(Pair{&slower_, &good_}, Pair{&worst_, &slower_}));
}

TEST_F(Pairs, AreNoneWithoutACounterpart) {
  EXPECT_THAT(pairs({}), IsEmpty());
  EXPECT_THAT(pairs({&good_, &other_}), IsEmpty());
}

TEST_F(Pairs, OfACounterpartThatIsNowhereAreAMistake) {
  const Kernel lost = kernel("f/lost", {"f/nowhere", "cause", "severity"});
  EXPECT_THROW((void)pairs({&lost}), std::logic_error);
}

TEST_F(Pairs, LeaveAloneWhatStandsOnNeitherSide) {
  const auto found = pairs(all_);
  EXPECT_THAT(without_pair(all_, found), ElementsAre(&other_));
  EXPECT_THAT(without_pair(all_, {}), testing::ElementsAreArray(all_));
}

TEST(CounterpartProblem, TakesWhatBothHave) {
  const Kernel small = kernel("f/small");
  const Kernel large = kernel("f/large", {}, kSizeAndStride);
  EXPECT_EQ(counterpart_problem(small, make_problem(large, {{"n", 7}, {"stride", 8}})).values(),
            (std::map<std::string, std::int64_t>{{"n", 7}}));
  EXPECT_EQ(counterpart_problem(large, make_problem(small, {})).values(),
            (std::map<std::string, std::int64_t>{{"n", 100}, {"stride", 4}}))
      << "a default of the kernel goes before one of the counterpart";
}

TEST(CounterpartProblem, RefusesWhatTheCounterpartDoesNotTake) {
  const Kernel small = kernel("f/small");
  const Kernel large = kernel("f/large", {}, kSizeAndStride);
  EXPECT_THROW((void)counterpart_problem(small, make_problem(large, {{"n", 1001}})), BadParameter);
}

// A pair must be there, differ, say what it shows, and take the defaults of the kernel.
TEST(CataloguePairs, AreComplete) {
  for (const Pair& pair : pairs_of(catalogue(), catalogue())) {
    EXPECT_NE(pair.before, pair.after) << pair.before->name;
    EXPECT_FALSE(pair.before->counterpart.cause.empty()) << pair.before->name;
    EXPECT_FALSE(pair.before->counterpart.severity.empty()) << pair.before->name;
    EXPECT_NO_THROW((void)counterpart_problem(*pair.after, make_problem(*pair.before, {}))) << pair.before->name;
  }
}

TEST(CataloguePairs, HoldTheTransposesWithAndWithoutBankConflicts) {
  EXPECT_THAT(pairs_of(catalogue(), catalogue()),
              testing::Contains(Pair{find("transpose/tiled"), find("transpose/padded")}));
}

}  // namespace
}  // namespace rooflens::kernels
