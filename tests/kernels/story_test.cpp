// The stories of the families name kernels that exist, once each, and say what they change.
#include "kernels/story.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

#include "kernels/catalogue.hpp"

namespace rooflens::kernels {
namespace {

std::set<std::string_view> families() {
  std::set<std::string_view> names;
  for (const Kernel* kernel : catalogue()) names.insert(kernel->family());
  return names;
}

TEST(Story, NamesKernelsOfItsFamilyOnceEach) {
  std::size_t told = 0;
  for (const std::string_view family : families()) {
    const Story story = story_of(family);
    EXPECT_EQ(story.family, family);
    std::set<std::string_view> seen;
    for (const Step& step : story.steps) {
      const Kernel* kernel = find(step.kernel);
      ASSERT_NE(kernel, nullptr) << step.kernel;
      EXPECT_EQ(kernel->family(), family);
      EXPECT_TRUE(seen.insert(step.kernel).second) << step.kernel;
      EXPECT_TRUE(step.change.ends_with('.')) << step.change;
    }
    EXPECT_NE(story.steps.size(), 1U) << family << ": one step is no order";
    if (!story.steps.empty()) ++told;
  }
  EXPECT_EQ(told, 13U);
}

TEST(Story, WalksTheChainOfCounterparts) {
  const Story story = story_of("reduction");
  // From interleaved-modulo to unroll-4-blocks each step's counterpart is the next.
  for (std::size_t i = 1; i < 8; ++i) {
    EXPECT_EQ(find(story.steps[i].kernel)->counterpart.name, story.steps[i + 1].kernel) << story.steps[i].kernel;
  }
}

TEST(Story, KeepsPrintedTimesApartFromThoseOfTheKernelAlone) {
  std::size_t corrected = 0;
  std::size_t published = 0;
  for (const std::string_view family : families()) {
    const Story story = story_of(family);
    std::vector<Step> all(story.steps.begin(), story.steps.end());
    all.insert(all.end(), story.beside.begin(), story.beside.end());
    for (const Step& step : all) {
      ASSERT_NE(find(step.kernel), nullptr) << step.kernel;
      for (const Published& time : step.published) {
        ++published;
        EXPECT_GT(time.printed_ms, 0);
        EXPECT_LT(time.kernel_ms, time.printed_ms);
        EXPECT_FALSE(time.board.empty() || time.source.empty() || time.problem.empty() || time.remark.empty());
        if (time.kernel_ms > 0) {
          ++corrected;
          EXPECT_NEAR(time.printed_ms - time.kernel_ms, 0.175, 0.01) << "what the copy of 64 MiB takes";
        }
      }
    }
  }
  EXPECT_EQ(corrected, 6U);
  EXPECT_EQ(published, 12U);
}

TEST(Peer, ExistsAndTakesNoParameterThatItsKernelLacks) {
  std::size_t with_peer = 0;
  for (const Kernel* kernel : catalogue()) {
    const std::string_view name = peer_of(kernel->name);
    if (name.empty()) continue;
    ++with_peer;
    const Kernel* peer = find(name);
    ASSERT_NE(peer, nullptr) << name;
    EXPECT_EQ(peer->family(), "peer");
    EXPECT_EQ(peer_of(name), "") << "a peer has no peer";
    EXPECT_EQ(kernel->parameters.front().name, peer->parameters.front().name) << kernel->name;
  }
  EXPECT_GT(with_peer, 30U);
}

TEST(Peer, IsNotGivenToAnotherTask) {
  EXPECT_EQ(peer_of("scan/kogge-stone"), "") << "scans segments";
  EXPECT_EQ(peer_of("copy/row"), "") << "n counts rows";
  EXPECT_EQ(peer_of("gemm/half2"), "") << "another number format";
  EXPECT_EQ(peer_of("gemm/naive"), "peer/cublas-sgemm");
  EXPECT_EQ(peer_of("reduction/float4"), "peer/cub-reduce");
}

}  // namespace
}  // namespace rooflens::kernels
