// schedule/block-trace on a real device: the timeline is complete, and one that is not is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "kernels/catalogue.hpp"
#include "kernels/schedule/prepared.cuh"
#include "tests/device/kernels_gpu.hpp"

namespace rooflens::kernels {

// Computes nothing and records the first warp of each block only.
__global__ void record_first_warps(const float* in, float* out, std::int64_t n, int rounds, schedule::Record* records) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    for (int k = 0; k < rounds; ++k) x = __fmaf_rn(x, x, -1.9F);
    out[i] = x;
  }
  if (threadIdx.x == 0) records[std::size_t{blockIdx.x} * (blockDim.x / 32)] = {blockIdx.x, 0, 0, 1, 5, 6};
}

namespace {

Problem problem() {
  return make_problem(*find("schedule/block-trace"), {{"n", 100001}, {"block", 64}, {"rounds", 1000}});
}

class BlockTrace : public testing::Test {
 protected:
  void SetUp() override { require_gpu(); }
};

TEST_F(BlockTrace, SaysWhenAndWhereEveryWarpRan) {
  const auto prepared = find_prepare("schedule/block-trace")(problem());
  prepared->reset(true);
  prepared->launch();
  const std::vector<WarpEvent> events = prepared->block_events();
  ASSERT_EQ(events.size(), 2 * 1563u);  // ceil(100001 / 64) blocks of two warps
  std::set<std::uint32_t> sms;
  for (std::size_t k = 0; k < events.size(); ++k) {
    EXPECT_EQ(events[k].block, k / 2);
    EXPECT_EQ(events[k].warp, k % 2);
    EXPECT_LE(events[k].start_ns, events[k].end_ns);
    EXPECT_EQ(events[k].sm, events[k - k % 2].sm);  // a block stays on its SM
    sms.insert(events[k].sm);
  }
  EXPECT_GT(sms.size(), 1u);
}

TEST_F(BlockTrace, OfOtherKernelsIsEmpty) {
  const Kernel& copy = *find("copy/float4");
  EXPECT_TRUE(find_prepare(copy.name)(make_problem(copy, {{"n", 4}}))->block_events().empty());
}

TEST_F(BlockTrace, WithAWarpMissingIsNotVerified) {
  const auto prepared = schedule::make_prepared(problem(), {record_first_warps, "", dim3(1563), dim3(64)});
  prepared->reset(true);
  prepared->launch();
  const models::Verification result = prepared->verify();
  EXPECT_EQ(result.status, models::VerificationStatus::mismatch);
  EXPECT_THAT(result.detail, testing::StartsWith("warp 1 of block 0 is recorded as warp "));
}

}  // namespace
}  // namespace rooflens::kernels
