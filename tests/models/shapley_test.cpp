#include "models/base/shapley.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

namespace rooflens::models {
namespace {

std::vector<CauseEffect> effects(std::initializer_list<double> times) {
  std::vector<Seconds> seconds;
  for (const double t : times) seconds.emplace_back(t);
  return attribute(seconds);
}

TEST(Shapley, ASingleCauseTakesTheWholeGap) {
  const auto cause = effects({2, 6}).front();
  EXPECT_DOUBLE_EQ(cause.factor, 3);
  EXPECT_DOUBLE_EQ(cause.removed_first, 3);
  EXPECT_DOUBLE_EQ(cause.removed_last, 3);
}

// Two resources that take 3 s and 2 s; A doubles the first, B the second. Without either they take 1.5 s and 1 s, so
// the times are: none 1.5, A 3, B 2, both 3.
TEST(Shapley, WhatAMaximumHidesIsSeenFromBothEnds) {
  const auto both = effects({1.5, 3, 2, 3});
  EXPECT_DOUBLE_EQ(both[0].removed_first, 1.5);  // B's 2 s remain
  EXPECT_DOUBLE_EQ(both[0].removed_last, 2);
  EXPECT_DOUBLE_EQ(both[1].removed_first, 1);  // the first resource still takes 3 s
  EXPECT_DOUBLE_EQ(both[1].removed_last, 2 / 1.5);
  EXPECT_NEAR(both[0].factor, std::sqrt(1.5 * 2), 1e-15);
  EXPECT_NEAR(both[1].factor, std::sqrt(1 * 2 / 1.5), 1e-15);
  EXPECT_NEAR(both[0].factor * both[1].factor, 2, 1e-15);
}

TEST(Shapley, EqualCausesShareEqually) {
  const auto both = effects({1, 2, 2, 4});
  EXPECT_DOUBLE_EQ(both[0].factor, 2);
  EXPECT_DOUBLE_EQ(both[1].factor, 2);
}

TEST(Shapley, ACauseWithoutEffectGetsNothing) { EXPECT_DOUBLE_EQ(effects({1, 5, 1, 5})[1].factor, 1); }

TEST(Shapley, NoCausesAreNoEffects) { EXPECT_TRUE(effects({7}).empty()); }

// Times of random demands on four resources, each cause multiplying some of them: what the gap does.
std::vector<Seconds> random_times(std::mt19937_64& random, std::size_t causes, const std::vector<std::size_t>& order) {
  std::uniform_real_distribution<double> factor(1, 4);
  std::vector<std::vector<double>> factors(causes, std::vector<double>(4));
  for (auto& row : factors) std::generate(row.begin(), row.end(), [&] { return random() % 2 ? factor(random) : 1.0; });
  std::vector<Seconds> times;
  for (std::size_t mask = 0; mask < (std::size_t{1} << causes); ++mask) {
    double longest = 0;
    for (std::size_t resource = 0; resource < 4; ++resource) {
      double time = 1 + 0.3 * static_cast<double>(resource);
      for (std::size_t i = 0; i < causes; ++i) {
        if (mask >> i & 1) time *= factors[order[i]][resource];
      }
      longest = std::max(longest, time);
    }
    times.emplace_back(longest);
  }
  return times;
}

TEST(Shapley, PartsMultiplyToTheGapAndNoneIsBelowOne) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const auto times = random_times(random, 6, {0, 1, 2, 3, 4, 5});
    double product = 1;
    for (const CauseEffect& effect : attribute(times)) {
      EXPECT_GE(effect.factor, 1 - 1e-15);
      product *= effect.factor;
    }
    EXPECT_NEAR(product * times.front().value() / times.back().value(), 1, 1e-12);
  }
}

TEST(Shapley, TheOrderOfCausesDoesNotMatter) {
  std::mt19937_64 one(2), other(2);
  const std::vector<std::size_t> order{3, 0, 4, 1, 2};
  const auto a = attribute(random_times(one, 5, {0, 1, 2, 3, 4}));
  const auto b = attribute(random_times(other, 5, order));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(a[order[i]].factor, b[i].factor, 1e-12);
}

TEST(Shapley, TimesThatAreNoneAreRefused) {
  EXPECT_THROW((void)effects({1, 2, 3}), std::invalid_argument);
  EXPECT_THROW((void)effects({}), std::invalid_argument);
  EXPECT_THROW((void)effects({0, 1}), std::invalid_argument);
  EXPECT_THROW((void)effects({1, -1}), std::invalid_argument);
  EXPECT_THROW((void)effects({1, std::numeric_limits<double>::infinity()}), std::invalid_argument);
  EXPECT_THROW((void)effects({1, std::numeric_limits<double>::quiet_NaN()}), std::invalid_argument);
}

}  // namespace
}  // namespace rooflens::models
