// divergence: the reference, the work, and how many multiply-adds each variant executes.
#include <gtest/gtest.h>

#include "kernels/counter_forms.hpp"
#include "kernels/divergence/family.hpp"
#include "kernels/fma_chain.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using divergence::Path;

const Input kOne = [](std::uint64_t) { return 1.0f; };
constexpr float kA = -0.9f;  // 1 * 1 - 1.9
constexpr float kB = -0.7f;  // 1 * 1 - 1.7

TEST(FmaChain, SquaresAndAdds) {
  EXPECT_EQ(fma_chain_reference(1.0f, kChainA, 0), 1.0f);
  EXPECT_FLOAT_EQ(fma_chain_reference(1.0f, kChainA, 1), -0.9f);
  EXPECT_FLOAT_EQ(fma_chain_reference(1.0f, kChainA, 2), 0.81f - 1.9f);
}

TEST(FmaChain, StaysBoundedAndDoesNotSettle) {
  const float x = fma_chain_reference(0.123f, kChainA, 100000);
  EXPECT_LT(std::abs(x), 2.0f);
  EXPECT_NE(x, fma_chain_reference(0.123f, kChainA, 100001));
  EXPECT_NE(x, fma_chain_reference(0.124f, kChainA, 100000));
}

TEST(DivergenceReference, TakesThePathOfTheElement) {
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::a, 1, 1), kA);
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::by_thread, 1, 2), kA);
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::by_thread, 1, 3), kB);
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::by_warp, 1, 31), kA);
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::by_warp, 1, 32), kB);
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::a_then_b, 1, 0), 0.81f - 1.7f);
}

TEST(DivergenceReference, LoopsAsLongAsTheElementSays) {
  EXPECT_EQ(divergence::reference(kOne, Path::lane_long, 5, 64), 1.0f);
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::lane_long, 1, 65), kA);
  EXPECT_EQ(divergence::reference(kOne, Path::group_long, 5, 31), 1.0f);
  EXPECT_FLOAT_EQ(divergence::reference(kOne, Path::group_long, 1, 32), kA);
  EXPECT_EQ(divergence::reference(kOne, Path::group_long, 1, 1024), 1.0f);  // group 32 begins anew
}

TEST(DivergenceReference, StreamedPathsAlternateFromThreadToThread) {
  EXPECT_FLOAT_EQ(divergence::streamed(kOne, 1000, 1, 2, 3), kA);
  EXPECT_FLOAT_EQ(divergence::streamed(kOne, 1000, 1, 2, 4), kB);
  EXPECT_FLOAT_EQ(divergence::streamed(kOne, 1000, 1, 4, 16), kA);   // lane 4 takes path 0 again
  EXPECT_FLOAT_EQ(divergence::streamed(kOne, 1000, 1, 1, 4), kA);    // one path for all
  EXPECT_FLOAT_EQ(divergence::streamed(kOne, 1000, 1, 2, 132), kB);  // lane 1 of the next warp
  EXPECT_FLOAT_EQ(divergence::streamed(kOne, 6, 1, 2, 4), kA);       // after the last whole four
}

TEST(Divergence, DoesTheSameWorkHoweverItIsSpread) {
  for (const char* name : {"divergence/uniform", "divergence/warp-parity", "divergence/thread-parity",
                           "divergence/lanes", "divergence/predicated", "divergence/streamed-paths"}) {
    const models::Work work = work_of(name, {{"n", 1000}, {"rounds", 10}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 20000) << name;
    expect_traffic(work.requested, 4000, 4000);
    expect_traffic(work.ideal_l2, 4000, 4000);
    expect_traffic(work.compulsory, 4000, 4000);
    EXPECT_EQ(memory_of(name, {{"n", 1000}}), 8000);
    EXPECT_EQ(counter_of(name, {{"n", 1000}, {"rounds", 10}}, counter::kFfma), 10000) << name;
  }
}

TEST(Divergence, HandsAnElementThroughTwoChains) {
  const std::map<std::string, std::int64_t> problem{{"n", 1000}, {"rounds", 10}};
  EXPECT_EQ(work_of("divergence/independent-scheduling", problem).operations.at(models::Precision::fp32).value(),
            40000);
  EXPECT_EQ(counter_of("divergence/independent-scheduling", problem, counter::kFfma), 20000);
}

TEST(Divergence, LoopsAddUpToTheSameWhenSorted) {
  const std::map<std::string, std::int64_t> whole{{"n", 1024}, {"step", 2}};
  EXPECT_EQ(counter_of("divergence/loop-imbalance", whole, counter::kFfma), 2 * 32 * 496);
  EXPECT_EQ(counter_of("divergence/loop-by-warp", whole, counter::kFfma), 2 * 32 * 496);
  EXPECT_EQ(work_of("divergence/loop-imbalance", whole).operations.at(models::Precision::fp32).value(), 4 * 32 * 496);
  const std::map<std::string, std::int64_t> broken{{"n", 35}, {"step", 1}};
  EXPECT_EQ(counter_of("divergence/loop-imbalance", broken, counter::kFfma), 496 + 0 + 1 + 2);
  EXPECT_EQ(counter_of("divergence/loop-by-warp", broken, counter::kFfma), 3);  // 32 x 0 + 3 x 1
}

TEST(Divergence, WithFewLanesTakesMoreWarps) {
  const std::map<std::string, std::int64_t> problem{{"n", 64}, {"lanes", 8}};
  EXPECT_EQ(counter_of("divergence/lanes", problem, counter::kGlobalLoads), 8);
  EXPECT_EQ(counter_of("divergence/lanes", problem, counter::kGlobalLoadSectors), 8);
  // 0..4, 5..9, 10..14, 15..16: the second and the last lie across the end of a sector.
  EXPECT_EQ(counter_of("divergence/lanes", {{"n", 17}, {"lanes", 5}}, counter::kGlobalStoreSectors), 1 + 2 + 1 + 2);
}

}  // namespace
}  // namespace rooflens::kernels
