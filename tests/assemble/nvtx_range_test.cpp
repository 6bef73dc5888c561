// NVTX ranges must be harmless when no tool listens, as here.
#include "profiler/config/nvtx_range.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace rooflens::collect {
namespace {

TEST(NvtxRange, NestsAndTakesAnyName) {
  const NvtxRange outer("verify");
  const NvtxRange empty("");
  const NvtxRange odd("<script>\xE2\x80\x94\xFF" + std::string(10000, 'x'));
  const NvtxKernelRange kernel("sgemm/tiled");
  const NvtxKernelRange without_family("kernel");
  const NvtxKernelRange with_payload("copy/float4", NvtxPayload{models::Operations(0), models::Bytes(8)});
}

TEST(NvtxRange, WorksOnSeveralThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int k = 0; k < 100; ++k) const NvtxKernelRange range("copy/float4");
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace rooflens::collect
