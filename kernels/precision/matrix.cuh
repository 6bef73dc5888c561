// What of the matrix streams is not the multiplication: operands from the table to where the instructions want them,
// and C to the output. Where a lane's part of a matrix lies is the same for all formats, counted in registers of P
// elements: lane l holds of A the rows l / 4 and l / 4 + 8, of B the column l / 4, and P inner elements from P (l % 4)
// on, in two halves.
#pragma once

#include <cstdint>

#include "kernels/precision/mma.cuh"
#include "kernels/precision/prepared.cuh"

namespace rooflens::kernels::precision {

inline constexpr int kParts = 8;  ///< of C, each 16 x 8 in a warp

/// B of a block: its eight parts, their two halves of the inner dimension, their columns and the lanes of a column.
template <typename Register>
struct alignas(128) SharedOperand {
  Register registers[kParts][2][8][4];
};

/// The calling lane's parts, with `elements` in a register. `encode` makes a register of as many integers.
template <int elements>
struct MatrixLane {
  std::int64_t warp = std::int64_t{blockIdx.x} * kMatrixWarps + threadIdx.x / kWarpLanes;
  MatrixEntries entries{static_cast<std::uint64_t>(warp), 8 * elements};
  int group = static_cast<int>(threadIdx.x % kWarpLanes) / 4;
  int member = static_cast<int>(threadIdx.x) % 4;

  /// A_0 and A_1 from the table, A_2 minus their sum.
  template <typename Register, typename Encode>
  __device__ void load_a(Register (&a)[kPeriod][4], const std::int32_t* table, Encode encode) const {
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      int first[elements];
      int second[elements];
      int third[elements];
#pragma unroll
      for (int e = 0; e < elements; ++e) {
        const int row = group + r % 2 * 8;
        const int inner = (r / 2 * 4 + member) * elements + e;
        first[e] = table[entries.a(0, row, inner)];
        second[e] = table[entries.a(1, row, inner)];
        third[e] = -(first[e] + second[e]);
      }
      a[0][r] = encode(first);
      a[1][r] = encode(second);
      a[2][r] = encode(third);
    }
  }

  /// All threads of the block together; a barrier of the caller follows.
  template <typename Register, typename Encode>
  __device__ void load_b(SharedOperand<Register>& b, const std::int32_t* table, Encode encode) const {
    for (unsigned int i = threadIdx.x; i < sizeof(b) / sizeof(Register); i += blockDim.x) {
      const int lane_member = static_cast<int>(i) % 4;
      const int column = static_cast<int>(i) / 4 % 8;
      const int half = static_cast<int>(i) / 32 % 2;
      const int part = static_cast<int>(i) / 64;
      int values[elements];
#pragma unroll
      for (int e = 0; e < elements; ++e) {
        values[e] = table[entries.b((half * 4 + lane_member) * elements + e, part * 8 + column)];
      }
      b.registers[part][half][column][lane_member] = encode(values);
    }
  }

  /// What of B the lane's warp instructions want.
  template <typename Register>
  __device__ void take_b(Register (&taken)[kParts][2], const SharedOperand<Register>& b) const {
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
#pragma unroll
      for (int half = 0; half < 2; ++half) taken[part][half] = b.registers[part][half][group][member];
    }
  }

  template <typename Sum>
  __device__ void load_c(Sum (&c)[kParts][4], const std::int32_t* table) const {
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
#pragma unroll
      for (int r = 0; r < 4; ++r) {
        c[part][r] = static_cast<Sum>(table[entries.c(group + r / 2 * 8, part * 8 + member * 2 + r % 2)]);
      }
    }
  }

  template <typename Sum>
  __device__ void store_c(float* out, const Sum (&c)[kParts][4]) const {
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
#pragma unroll
      for (int r = 0; r < 4; r += 2) {
        const std::int64_t element =
            warp * kMatrixElements + (group + r / 2 * 8) * kMatrixColumns + part * 8 + member * 2;
        *reinterpret_cast<float2*>(out + element) = {static_cast<float>(c[part][r]),
                                                     static_cast<float>(c[part][r + 1])};
      }
    }
  }
};

/// multiply(i mod 3), so often: twelve between begin() and end(), then what is left one at a time.
template <typename Begin, typename Multiply, typename End>
__device__ void in_turns(int iterations, Begin begin, Multiply multiply, End end) {
  constexpr int kAtOnce = 4 * kPeriod;
#pragma unroll 1
  for (int i = 0; i < iterations / kAtOnce; ++i) {
    begin();
#pragma unroll
    for (int step = 0; step < kAtOnce; ++step) multiply(step % kPeriod);
    end();
  }
  const int rest = iterations % kAtOnce;
#pragma unroll
  for (int step = 0; step < kAtOnce - 1; ++step) {
    if (step >= rest) break;
    begin();
    multiply(step % kPeriod);
    end();
  }
}

template <typename Multiply>
__device__ void in_turns(int iterations, Multiply multiply) {
  in_turns(
      iterations, [] {}, multiply, [] {});
}

// wgmma: the matrix instructions of compute capability 9.0 alone, by which four warps multiply together, A from
// registers and B from shared memory. A lane's parts of A and C are those of mma.sync, a warp having 16 of the 64 rows.

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

/// Where B lies, in units of 16 bytes: without swizzling, 8 columns of 16 bytes of inner elements are 128 bytes in a
/// row; the second half of the inner dimension follows, then the next 8 columns. All threads of the block call it.
__device__ inline std::uint64_t wgmma_descriptor(const SharedOperand<unsigned int>& b) {
  constexpr std::uint64_t kHalf = 128 / 16;
  constexpr std::uint64_t kColumns = 256 / 16;
  const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(&b));
  asm volatile("fence.proxy.async;" ::: "memory");  // B was written by ordinary stores
  __syncthreads();
  return (address & 0x3ffff) >> 4 | kHalf << 16 | kColumns << 32;
}

// The instructions are asynchronous: registers belong to them from the one to the other.
__device__ inline void wgmma_begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void wgmma_end() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

#endif

}  // namespace rooflens::kernels::precision
