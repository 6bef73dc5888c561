// wgmma: the matrix instructions of compute capability 9.0 alone, by which four warps multiply together, A from
// registers and B from shared memory. A lane's parts of A and C are those of mma.sync, a warp having 16 of the 64 rows.
#pragma once

#include <cstdint>

namespace rooflens::kernels::precision {

inline constexpr int kParts = 8;  ///< of C, each 16 x 8 in a warp

template <typename Format>
struct Operand;
template <typename Format>
struct SharedOperand;

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

/// INSTRUCTION on accumulators c[8][4] of constraint R, 32-bit registers a[4] and the descriptor of B; SCALES are what
/// the format wants after the predicate that says to add.
#define ROOFLENS_WGMMA(INSTRUCTION, R, SCALES, c, a, b)                                                            \
  asm volatile("{ .reg .pred add; setp.eq.u32 add, 0, 0; " INSTRUCTION                                             \
               " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                          \
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "                 \
               "{%32, %33, %34, %35}, %36, add" SCALES "; }"                                                       \
               : R((c)[0][0]), R((c)[0][1]), R((c)[0][2]), R((c)[0][3]), R((c)[1][0]), R((c)[1][1]), R((c)[1][2]), \
                 R((c)[1][3]), R((c)[2][0]), R((c)[2][1]), R((c)[2][2]), R((c)[2][3]), R((c)[3][0]), R((c)[3][1]), \
                 R((c)[3][2]), R((c)[3][3]), R((c)[4][0]), R((c)[4][1]), R((c)[4][2]), R((c)[4][3]), R((c)[5][0]), \
                 R((c)[5][1]), R((c)[5][2]), R((c)[5][3]), R((c)[6][0]), R((c)[6][1]), R((c)[6][2]), R((c)[6][3]), \
                 R((c)[7][0]), R((c)[7][1]), R((c)[7][2]), R((c)[7][3])                                            \
               : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "l"(b))

/// C + A B by the instructions of a group of four warps. They are asynchronous: registers belong to them from begin()
/// to end().
template <typename Format>
class WarpgroupMultiplier {
 public:
  using Sums = typename Format::Sum[kParts][4];

  // Where B lies, in units of 16 bytes: without swizzling, 8 columns of 16 bytes of inner elements are 128 bytes in a
  // row; the second half of the inner dimension follows, then the next 8 columns.
  __device__ WarpgroupMultiplier(const SharedOperand<Format>& b, int, int) {
    constexpr std::uint64_t kHalf = 128 / 16;
    constexpr std::uint64_t kColumns = 256 / 16;
    const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(&b));
    descriptor_ = (address & 0x3ffff) >> 4 | kHalf << 16 | kColumns << 32;
    asm volatile("fence.proxy.async;" ::: "memory");  // B was written by ordinary stores
    __syncthreads();
  }
  __device__ void begin() const { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
  __device__ void multiply_add(Sums& c, const Operand<Format>& a) const {
    Format::warpgroup_multiply_add(c, a.registers, descriptor_);
  }
  __device__ void end() const {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }

 private:
  std::uint64_t descriptor_;
};

#endif

}  // namespace rooflens::kernels::precision
