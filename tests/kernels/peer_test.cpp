// peer: the same work as the families that the libraries are compared with.
#include <gtest/gtest.h>

#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(Peer, DoesTheWorkOfTheFamilyItIsComparedWith) {
  const auto same = [](const char* peer, const char* kernel, std::int64_t n) {
    const models::Work work = work_of(peer, {{"n", n}});
    const models::Work other = work_of(kernel, {{"n", n}});
    EXPECT_EQ(work.operations, other.operations) << peer;
    expect_traffic(work.compulsory, other.compulsory.read.value(), other.compulsory.written.value());
  };
  same("peer/cub-reduce", "reduction/grid-stride", 1000);
  same("peer/cub-scan", "scan/decoupled-look-back", 1000);
  same("peer/cub-histogram", "histogram/replicated", 1000);
  same("peer/memcpy-device-to-device", "copy/float4", 1000);
  same("peer/cublas-sgemm", "gemm/naive", 1280);
  same("peer/cublas-bf16-gemm", "gemm/tensor-core-bf16", 1280);
}

TEST(Peer, LeavesRoomForTheLibraries) {
  EXPECT_EQ(memory_of("peer/cub-histogram", {{"n", 1000}}), 4000 + 1024 + 67108864);
  EXPECT_EQ(memory_of("peer/cublas-sgemm", {{"n", 1000}}), 12e6 + 67108864);
}

}  // namespace
}  // namespace rooflens::kernels
