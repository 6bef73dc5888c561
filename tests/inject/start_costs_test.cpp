// What a program's start may cost is spent so that all kernels of its steps are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/inject/priced_application.hpp"

namespace rooflens::inject {
namespace {

// What a credit of 4 s holds at most, if each pause came to nothing afterwards.
constexpr double kMost_ms = 4000;

// A convolutional network: weights first, then steps through four stages of blocks, there and back. Blocks repeat their
// kernels, so that each stage looks like a program of its own; the first step is slow.
struct Network {
  PricedApplication program;
  std::vector<int> kernels;
  std::vector<int> step;

  explicit Network(double loading_ms) {
    std::vector<int> weights;
    for (int i = 0; i < 5; ++i) weights.push_back(program.add(false, 3));
    for (int i = 0; i < 160; ++i) program.launch(weights[static_cast<std::size_t>(i % 2)], 0.2);
    for (int i = 0; i < 100; ++i) program.launch(weights[static_cast<std::size_t>(2 + i % 3)], 0.2);
    const std::vector<int> blocks{3, 4, 6, 3};
    for (std::size_t stage = 0; stage < 8; ++stage) {
      const bool forwards = stage < 4;
      add_stage(forwards ? 9 : 16, blocks[forwards ? stage : 7 - stage], weights.front(), loading_ms);
    }
  }
  // The first of the blocks has some kernels of its own.
  void add_stage(int number, int blocks, int often, double loading_ms) {
    std::vector<int> first(static_cast<std::size_t>(number)), others(first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (i % 3 != 2) kernels.push_back(first[i] = program.add(i % 3 == 0, loading_ms));
      kernels.push_back(others[i] = program.add(i % 3 == 0, loading_ms));
      if (i % 3 == 2) first[i] = others[i];
    }
    for (int block = 0; block < blocks; ++block) {
      for (std::size_t i = 0; i < first.size(); ++i) {
        step.push_back((block == 0 ? first : others)[i]);
        if (i % 4 == 0) step.push_back(often);
      }
    }
  }
  void run(int steps, double first_ms, double step_ms) {
    for (int i = 0; i < steps; ++i) {
      for (const int id : step) program.launch(id, (i == 0 ? first_ms : step_ms) / static_cast<double>(step.size()));
    }
  }
  [[nodiscard]] double share_known() const {
    const auto known = std::count_if(kernels.begin(), kernels.end(), [&](int id) { return program.is_known(id); });
    return static_cast<double>(known) / static_cast<double>(kernels.size());
  }
};

// Nothing of the sort was known of it when each stage of the first step was taken for a program: 53 windows went by,
// and with them the credit.
TEST(StartCosts, KnowTheKernelsOfAConvolutionalNetworkAfterHundredSteps) {
  for (const double loading_ms : {0.0, 12.0, 40.0}) {
    for (const double first_ms : {150.0, 2500.0}) {
      Network network(loading_ms);
      network.run(100, first_ms, 20);
      EXPECT_GE(network.share_known(), 0.95) << loading_ms << ", " << first_ms;
      EXPECT_LE(network.program.added_ms(), kMost_ms);
    }
  }
}

// The start was taken to be over while weights were made. Whatever comes then is new.
TEST(StartCosts, AreLeftForStepsAfterALongPreparation) {
  PricedApplication program;
  std::vector<int> before{program.add(false, 3), program.add(false, 3)};
  std::vector<int> kernels;
  for (int i = 0; i < 60; ++i) kernels.push_back(program.add(i % 3 == 0, 5));
  for (int i = 0; i < 2000; ++i) program.launch(before[static_cast<std::size_t>(i % 2)], 0.3);
  for (int step = 0; step < 100; ++step) {
    for (const int id : kernels) program.launch(id, 0.2);
  }
  const auto known = std::count_if(kernels.begin(), kernels.end(), [&](int id) { return program.is_known(id); });
  EXPECT_EQ(known, 60);
}

// Nothing is due to a loop of one kernel but its passes.
TEST(StartCosts, OfOneKernelAreThoseOfItsPasses) {
  PricedApplication program;
  const int id = program.add(false, 5);
  for (int i = 0; i < 4000; ++i) program.launch(id, 0.1);
  EXPECT_TRUE(program.is_known(id));
  EXPECT_LE(program.added_ms(), kSetUp_ms + kFirstOpening_ms + 500);
}

}  // namespace
}  // namespace rooflens::inject
