// NVTX ranges as a tool sees them: names, nesting, and the fields of payloads.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "profiler/config/nvtx_range.hpp"

namespace rooflens::collect {
namespace {

// Before the first range, which is when NVTX looks for a tool.
const bool attached = setenv("NVTX_INJECTION64_PATH", ROOFLENS_NVTX_INJECTION, 1) == 0;

std::string seen() {
  static void* const library = dlopen(ROOFLENS_NVTX_INJECTION, RTLD_NOW | RTLD_NOLOAD);
  if (!library) return "the tool was not loaded";
  return reinterpret_cast<const char* (*)()>(dlsym(library, "nvtx_injection_log"))();
}

TEST(NvtxInjection, SeesFamilyKernelAndPhaseInOurDomain) {
  ASSERT_TRUE(attached);
  {
    const NvtxKernelRange kernel("sgemm/tiled");
    const NvtxRange phase(kVerifyRange);
  }
  EXPECT_EQ(seen(), "push rooflens@sgemm\npush rooflens@sgemm/tiled\npush rooflens@verify\npop\npop\npop\n");
}

TEST(NvtxInjection, SeesFlopsAndBytesBesideTheKernelsName) {
  { const NvtxKernelRange kernel("sgemm/tiled", NvtxPayload{models::Operations(2e12), models::Bytes(12)}); }
  EXPECT_EQ(seen(), "push rooflens@sgemm\npush rooflens@sgemm/tiled flops=2000000000000 bytes=12\npop\npop\n");
}

}  // namespace
}  // namespace rooflens::collect
