// Matrix products by the instructions of a group of four warps (wgmma, compute capability 9.0 alone): 64 x 256 results
// a group from tiles of random numbers in shared memory, several instructions in flight.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdint>

#include "kernels/ceiling/random_operand.cuh"
#include "kernels/ceiling/trial.cuh"
#include "kernels/device/buffer.cuh"

namespace rooflens::kernels::ceiling {
namespace {

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

// INSTRUCTION on accumulators c[128] of constraint R and the descriptors of A and B; SCALES are what the format wants
// after the predicate that says to add.
#define ROOFLENS_WGMMA_256(INSTRUCTION, R, SCALES, c, a, b)                                                  \
  asm volatile("{ .reg .pred add; setp.eq.u32 add, 0, 0; " INSTRUCTION " {" ROOFLENS_ACCUMULATORS            \
               "}, %128, %129, add" SCALES "; }"                                                             \
               : ROOFLENS_THIRTY_TWO(R, c, 0), ROOFLENS_THIRTY_TWO(R, c, 32), ROOFLENS_THIRTY_TWO(R, c, 64), \
                 ROOFLENS_THIRTY_TWO(R, c, 96)                                                               \
               : "l"(a), "l"(b))

// Where a tile lies. Without swizzling 8 rows of 16 bytes are 128 bytes in a row; the second half of the inner
// dimension follows, then the next 8 rows. Addresses and distances in units of 16 bytes.
[[nodiscard]] __device__ inline std::uint64_t descriptor(const void* tile) {
  constexpr std::uint64_t kHalf = 128 / 16;
  constexpr std::uint64_t kEightRows = 256 / 16;
  const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(tile));
  return (address & 0x3ffff) >> 4 | kHalf << 16 | kEightRows << 32;
}

#endif

constexpr int kRows = 64;
constexpr int kColumns = 256;
constexpr int kInnerBytes = 32;  // of an instruction, whatever the format
constexpr int kTiles = 4;        // of A and of B, in turn
constexpr int kGroupThreads = 128;

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define ROOFLENS_GROUP_MULTIPLY(INSTRUCTION, R, SCALES)                                                              \
  static __device__ void multiply_add(Sum(&c)[kRows * kColumns / kGroupThreads], std::uint64_t a, std::uint64_t b) { \
    ROOFLENS_WGMMA_256(INSTRUCTION, R, SCALES, c, a, b);                                                             \
  }
#else
#define ROOFLENS_GROUP_MULTIPLY(INSTRUCTION, R, SCALES)
#endif

struct Bf16 : RandomBf16 {
  static constexpr int inner = 16;
  ROOFLENS_GROUP_MULTIPLY("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", "+f", ", 1, 1, 0, 0")
};
struct Fp16 : RandomFp16 {
  static constexpr int inner = 16;
  ROOFLENS_GROUP_MULTIPLY("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16", "+f", ", 1, 1, 0, 0")
};
struct Tf32 : RandomTf32 {
  static constexpr int inner = 8;
  ROOFLENS_GROUP_MULTIPLY("wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32", "+f", ", 1, 1")
};
struct Fp8 : RandomFp8 {
  static constexpr int inner = 32;
  ROOFLENS_GROUP_MULTIPLY("wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3", "+f", ", 1, 1")
};
struct Int8 : RandomInt8 {
  static constexpr int inner = 32;
  ROOFLENS_GROUP_MULTIPLY("wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8", "+r", "")
};

struct Tiles {
  std::uint32_t a[kTiles][kRows * kInnerBytes / 4];
  std::uint32_t b[kTiles][kColumns * kInnerBytes / 4];
};

template <typename Format, int kGroups, int kInFlight>
__global__ void __launch_bounds__(kGroups* kGroupThreads, 1) group_multiply(Arguments arguments) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  __shared__ alignas(128) Tiles tiles;
  for (unsigned int i = threadIdx.x; i < sizeof tiles / 4; i += blockDim.x) {
    reinterpret_cast<std::uint32_t*>(&tiles)[i] = Format::random(arguments.never + blockIdx.x * 65536 + i);
  }
  asm volatile("fence.proxy.async;" ::: "memory");  // the tiles were written by ordinary stores
  StampedBlock stamped(arguments);
  typename Format::Sum c[kRows * kColumns / kGroupThreads] = {};
  const std::uint64_t a = descriptor(tiles.a);
  const std::uint64_t b = descriptor(tiles.b);
#pragma unroll 1
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      const int tile = i % kTiles;
      Format::multiply_add(c, a + tile * (sizeof tiles.a[0] / 16), b + tile * (sizeof tiles.b[0] / 16));
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }
  std::uint32_t sum = 0;
#pragma unroll
  for (const auto& value : c) sum ^= Format::bits(value);
  keep(arguments, sum);
  stamped.end();
#endif
}

__global__ void tell_whether_compiled(int* answer) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  *answer = 1;
#else
  *answer = 0;
#endif
}

template <typename Format, int kGroups, int kInFlight>
void add(Trials& trials, const Site& site) {
  add_trial(trials, site, group_multiply<Format, kGroups, kInFlight>,
            "wgmma m64n256k" + std::to_string(Format::inner) + ", " + std::to_string(kInFlight) + " in flight, " +
                shape_text(1, kGroups * kGroupThreads),
            1, kGroups * kGroupThreads, 2.0 * kRows * kColumns * Format::inner * kInFlight * kGroups);
}

template <typename Format>
Trials trials_of(const Site& site) {
  Trials trials;
  add<Format, 1, 16>(trials, site);
  add<Format, 2, 8>(trials, site);
  add<Format, 2, 32>(trials, site);
  add<Format, 3, 16>(trials, site);
  return trials;
}

}  // namespace

Trials warpgroup_matrix_trials(const Site& site, const std::string& probe) {
  if (site.major != 9) return {};
  DeviceBuffer<int> answer(1);
  tell_whether_compiled<<<1, 1>>>(answer.data());
  ROOFLENS_CUDA(cudaGetLastError());
  int compiled = 0;
  ROOFLENS_CUDA(cudaMemcpy(&compiled, answer.data(), sizeof compiled, cudaMemcpyDeviceToHost));
  if (compiled == 0) return {};
  if (probe == "tensor-bf16") return trials_of<Bf16>(site);
  if (probe == "tensor-fp16") return trials_of<Fp16>(site);
  if (probe == "tensor-tf32") return trials_of<Tf32>(site);
  if (probe == "tensor-fp8") return trials_of<Fp8>(site);
  if (probe == "tensor-int8") return trials_of<Int8>(site);
  return {};
}

}  // namespace rooflens::kernels::ceiling
