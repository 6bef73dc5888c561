// wgmma with 64 x 256 results, the largest there is (compute capability 9.0 alone): both operands in shared memory, 128
// accumulators a thread.
#pragma once

#include <cstdint>

namespace rooflens::kernels::ceiling {

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

#define ROOFLENS_EIGHT(R, c, i)                                                                                    \
  R((c)[i]), R((c)[(i) + 1]), R((c)[(i) + 2]), R((c)[(i) + 3]), R((c)[(i) + 4]), R((c)[(i) + 5]), R((c)[(i) + 6]), \
      R((c)[(i) + 7])
#define ROOFLENS_THIRTY_TWO(R, c, i) \
  ROOFLENS_EIGHT(R, c, i), ROOFLENS_EIGHT(R, c, (i) + 8), ROOFLENS_EIGHT(R, c, (i) + 16), ROOFLENS_EIGHT(R, c, (i) + 24)

// clang-format off
#define ROOFLENS_ACCUMULATORS \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, " \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
  "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, " \
  "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
  "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
// clang-format on

/// INSTRUCTION on accumulators c[128] of constraint R and the descriptors of A and B; SCALES are what the format wants
/// after the predicate that says to add.
#define ROOFLENS_WGMMA_256(INSTRUCTION, R, SCALES, c, a, b)                                                  \
  asm volatile("{ .reg .pred add; setp.eq.u32 add, 0, 0; " INSTRUCTION " {" ROOFLENS_ACCUMULATORS            \
               "}, %128, %129, add" SCALES "; }"                                                             \
               : ROOFLENS_THIRTY_TWO(R, c, 0), ROOFLENS_THIRTY_TWO(R, c, 32), ROOFLENS_THIRTY_TWO(R, c, 64), \
                 ROOFLENS_THIRTY_TWO(R, c, 96)                                                               \
               : "l"(a), "l"(b))

/// Where a tile lies. Without swizzling 8 rows of 16 bytes are 128 bytes in a row; the second half of the inner
/// dimension follows, then the next 8 rows. Addresses and distances in units of 16 bytes.
[[nodiscard]] __device__ inline std::uint64_t descriptor(const void* tile) {
  constexpr std::uint64_t kHalf = 128 / 16;
  constexpr std::uint64_t kEightRows = 256 / 16;
  const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(tile));
  return (address & 0x3ffff) >> 4 | kHalf << 16 | kEightRows << 32;
}

#endif

}  // namespace rooflens::kernels::ceiling
