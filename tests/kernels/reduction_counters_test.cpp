// reduction: the counters that the variants must read, against the table of models.md and by hand.
#include <gtest/gtest.h>

#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

struct Tree {
  const char* kernel;
  std::int64_t block;
  double instructions;  // of the loop on shared memory
  double wavefronts;
};

TEST(ReductionCounters, AreThoseOfTheTreesStepByStep) {
  // One block. Around the loop lie a store of each warp and one load.
  for (const Tree& tree :
       {Tree{"reduction/interleaved-modulo", 128, 69, 69}, Tree{"reduction/strided-index", 128, 24, 69},
        Tree{"reduction/sequential", 128, 24, 24}, Tree{"reduction/interleaved-modulo", 256, 141, 141},
        Tree{"reduction/bitmask", 256, 141, 141}, Tree{"reduction/strided-index", 256, 36, 141},
        Tree{"reduction/sequential", 256, 36, 36}, Tree{"reduction/interleaved-modulo", 512, 285, 285},
        Tree{"reduction/strided-index", 512, 60, 285}, Tree{"reduction/sequential", 512, 60, 60},
        Tree{"reduction/interleaved-modulo", 1024, 573, 573}, Tree{"reduction/strided-index", 1024, 108, 573},
        Tree{"reduction/sequential", 1024, 108, 108}}) {
    SCOPED_TRACE(std::string(tree.kernel) + " " + std::to_string(tree.block));
    const auto counters = counters_of(tree.kernel, {{"n", tree.block}, {"block", tree.block}});
    const double around = static_cast<double>(tree.block) / 32 + 1;
    EXPECT_EQ(counters.at(counter::kSharedLoads) + counters.at(counter::kSharedStores), tree.instructions + around);
    EXPECT_EQ(counters.at(counter::kSharedWavefronts), tree.wavefronts + around);
    EXPECT_EQ(counters.at(counter::kFadd), static_cast<double>(tree.block) - 1);
    EXPECT_EQ(counters.at(counter::kGlobalStores), 1);
  }
}

TEST(ReductionCounters, AreWhatTheRecordedSessionReadAtTheDefaultSize) {
  const auto sequential = counters_of("reduction/sequential", {});  // 2^20 blocks of 256 threads
  EXPECT_EQ(sequential.at(counter::kGlobalLoads), 8388608);
  EXPECT_EQ(sequential.at(counter::kGlobalLoadSectors), 33554432);
  EXPECT_EQ(sequential.at(counter::kSharedLoads), 26214400);
  EXPECT_EQ(sequential.at(counter::kSharedStores), 20971520);
  EXPECT_EQ(sequential.at(counter::kSharedWavefronts), 47185920);
  EXPECT_EQ(sequential.at(counter::kSharedBytes), 4286578688);
  EXPECT_EQ(sequential.at(counter::kFadd), 267386880);
  const auto interleaved = counters_of("reduction/interleaved-modulo", {});
  EXPECT_EQ(interleaved.at(counter::kSharedLoads), 99614720);
  EXPECT_EQ(interleaved.at(counter::kSharedStores), 57671680);
  EXPECT_EQ(interleaved.at(counter::kSharedWavefronts), 157286400);
  EXPECT_EQ(counters_of("reduction/grid-stride", {}).at(counter::kGlobalLoadSectors), 33554432);
}

TEST(ReductionCounters, CountTheLastWarpLaneByLane) {
  // 64 threads, 128 elements: 64 additions on loading; then 1 + 1 + 4 loads by all lanes and one by lane 0.
  for (const char* name : {"reduction/last-warp-unrolled", "reduction/fully-unrolled"}) {
    const auto counters = counters_of(name, {{"n", 128}, {"block", 64}});
    EXPECT_EQ(counters.at(counter::kSharedLoads), 7);
    EXPECT_EQ(counters.at(counter::kSharedStores), 2 + 5);
    EXPECT_EQ(counters.at(counter::kSharedWavefronts), 14);
    EXPECT_EQ(counters.at(counter::kSharedBytes), 4 * (64 + 6 * 32 + 1 + 5 * 32));
    EXPECT_EQ(counters.at(counter::kFadd), 64 + 5 * 32 + 1);
  }
  const auto one_warp = counters_of("reduction/unroll-4-blocks", {{"n", 100}, {"block", 32}});
  EXPECT_EQ(one_warp.at(counter::kSharedLoads), 6);
  EXPECT_EQ(one_warp.at(counter::kSharedStores), 6);
  EXPECT_EQ(one_warp.at(counter::kFadd), 3 * 32 + 4 * 32 + 1);
  EXPECT_EQ(one_warp.at(counter::kGlobalLoads), 4);
  EXPECT_EQ(one_warp.at(counter::kGlobalLoadSectors), 13);
}

TEST(ReductionCounters, CountTheShufflesAdditionsInAllLanes) {
  const auto counters = counters_of("reduction/shuffle", {{"n", 100}, {"block", 64}});  // two blocks of two warps
  EXPECT_EQ(counters.at(counter::kFadd), 2 * 5 * (64 + 32));
  EXPECT_EQ(counters.at(counter::kSharedLoads), 2);
  EXPECT_EQ(counters.at(counter::kSharedStores), 4);
  EXPECT_EQ(counters.at(counter::kSharedBytes), 2 * (8 + 8));
}

TEST(ReductionCounters, OfTreesInGlobalMemoryFollowTheElementsThatThereAre) {
  // A block of 64 elements, and one of 36: of those 4 threads add at stride 32, then 16, 8, 4, 2, 1.
  const auto counters = counters_of("reduction/convergent", {{"n", 100}, {"block", 32}});
  EXPECT_EQ(counters.at(counter::kFadd), 98);
  EXPECT_EQ(counters.at(counter::kGlobalLoads), 2 * (6 + 6) + 2);
  EXPECT_EQ(counters.at(counter::kGlobalStores), 6 + 6 + 2);
  EXPECT_EQ(counters.at(counter::kGlobalLoadSectors), 2 * (4 + 2 + 1 + 1 + 1 + 1 + 1 + 2 + 1 + 1 + 1 + 1) + 2);
}

TEST(ReductionCounters, OfTheNaiveLaunchesAddUp) {
  // 5 elements: s = 1 adds at 0 and 2 (4 is alone), s = 2 at 0 (4 is alone), s = 4 at 0.
  const auto counters = counters_of("reduction/global-naive", {{"n", 5}});
  EXPECT_EQ(counters.at(counter::kFadd), 4);
  EXPECT_EQ(counters.at(counter::kGlobalLoads), 6);
  EXPECT_EQ(counters.at(counter::kGlobalStores), 3 + 1);
  EXPECT_EQ(counters.at(counter::kGlobalLoadSectors), 6);
  const auto one = counters_of("reduction/global-naive", {{"n", 1}});
  EXPECT_EQ(one.at(counter::kFadd), 0);
  EXPECT_EQ(one.at(counter::kGlobalLoads), 1);
  EXPECT_EQ(one.at(counter::kGlobalStores), 1);
}

TEST(ReductionCounters, OfCoarsenedBlocksAreFewer) {
  const auto segmented = counters_of("reduction/segmented-atomic", {{"n", 4096}});
  const auto coarsened = counters_of("reduction/coarsened", {{"n", 4096}, {"coarsening", 4}});
  EXPECT_EQ(segmented.at(counter::kSharedLoads), 8 * 25);
  EXPECT_EQ(coarsened.at(counter::kSharedLoads), 2 * 25);
  EXPECT_EQ(segmented.at(counter::kFadd), 4096 - 8);
  EXPECT_EQ(coarsened.at(counter::kFadd), 4096 - 2);
}

TEST(ReductionCounters, AreNotClaimedWhereTheLanesOfAWarpPart) {
  EXPECT_TRUE(counters_of("reduction/grid-stride", {{"n", 33}}).empty());
  EXPECT_TRUE(counters_of("reduction/single-block", {{"n", 33}}).empty());
  EXPECT_EQ(counters_of("reduction/single-block-shared", {{"n", 33}}).count(counter::kGlobalLoads), 0u);
  const auto single = counters_of("reduction/single-block", {{"n", 64}, {"block", 32}});
  EXPECT_EQ(single.at(counter::kGlobalLoads), 2 + 2 * 5 + 1);
  EXPECT_EQ(single.at(counter::kGlobalStores), 1 + 5 + 1);
  EXPECT_EQ(single.at(counter::kGlobalLoadSectors), 8 + 2 * (2 + 1 + 1 + 1 + 1) + 1);
}

}  // namespace
}  // namespace rooflens::kernels
