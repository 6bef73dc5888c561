// peer: the references, and the same work as the families that the libraries are compared with.
#include <gtest/gtest.h>

#include <numeric>

#include "kernels/peer/reference.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using models::Precision;

TEST(PeerReference, SumsAStretchInUnitsOfTheLastBit) {
  const UniformInput in{5, 12};
  EXPECT_EQ(peer::sum_reference(in, {10, 13}), in.scaled(10) + in.scaled(11) + in.scaled(12));
  EXPECT_EQ(peer::sum_reference(in, {10, 10}), 0);
  EXPECT_EQ(peer::sum_reference(in, {0, 100}), peer::sum_reference(in, {0, 40}) + peer::sum_reference(in, {40, 100}));
}

TEST(PeerReference, AScanAddsToWhatCameBefore) {
  const Input in = [](std::uint64_t i) { return static_cast<float>(i); };
  EXPECT_EQ(peer::scan_reference(in, 0, 0), 0);
  EXPECT_EQ(peer::scan_reference(in, 6, 4), 10);
}

TEST(PeerReference, CountsEveryByteOnce) {
  const peer::ByteInput in{7};
  const peer::Counts counts = peer::histogram_reference(in, {3, 1003});
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), 1000);
  peer::Counts one = peer::histogram_reference(in, {3, 4});
  EXPECT_EQ(one[in(3)], 1);
}

TEST(Peer, DoesTheWorkOfTheFamilyItIsComparedWith) {
  const auto same = [](const char* peer, const char* kernel, std::int64_t n) {
    const models::Work work = work_of(peer, {{"n", n}});
    const models::Work other = work_of(kernel, {{"n", n}});
    EXPECT_EQ(work.operations, other.operations) << peer;
    expect_traffic(work.compulsory, other.compulsory.read.value(), other.compulsory.written.value());
  };
  same("peer/cub-reduce", "reduction/grid-stride", 1000);
  same("peer/memcpy-device-to-device", "copy/float4", 1000);
  same("peer/cublas-sgemm", "sgemm/naive", 1280);
  same("peer/cublas-bf16-gemm", "sgemm/tensor-core-bf16", 1280);
}

TEST(Peer, ScansAndHistogramsTouchEveryElementOnce) {
  const models::Work scan = work_of("peer/cub-scan", {{"n", 1000}});
  EXPECT_EQ(scan.operations.at(Precision::fp32).value(), 999);
  expect_traffic(scan.requested, 4000, 4000);
  const models::Work histogram = work_of("peer/cub-histogram", {{"n", 1000}});
  EXPECT_TRUE(histogram.operations.empty());
  expect_traffic(histogram.compulsory, 1000, 1024);
  expect_traffic(histogram.ideal_l2, 1024, 1024);
}

TEST(Peer, LeavesRoomForTheLibraries) {
  EXPECT_EQ(memory_of("peer/cub-histogram", {{"n", 1000}}), 1000 + 1024 + 67108864);
  EXPECT_EQ(memory_of("peer/cublas-sgemm", {{"n", 1000}}), 12e6 + 67108864);
}

}  // namespace
}  // namespace rooflens::kernels
