// The kernel of the matrix streams, for a format that says what a register holds and how its instruction is spelt.
// Where a lane's part of a matrix lies is the same for all formats, counted in registers of P elements: lane l holds of
// A the rows l / 4 and l / 4 + 8, of B the column l / 4, and P inner elements from P (l % 4) on, in two halves.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/precision/prepared.cuh"

namespace rooflens::kernels::precision {

// wgmma: the matrix instructions of compute capability 9.0 alone, by which four warps multiply together, A from
// registers and B from shared memory. A lane's parts of A and C are those of mma.sync, a warp having 16 of the 64 rows.

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

template <typename Format>
inline constexpr int kInner = 8 * Format::elements;

/// A of one warp, as a lane holds it.
template <typename Format>
struct Operand {
  typename Format::Register registers[4];
};

/// B of a block: its eight parts, their two halves of the inner dimension, their columns and the lanes of a column.
template <typename Format>
struct alignas(128) SharedOperand {
  typename Format::Register registers[kParts][2][8][4];
};

/// Which of the three matrices A a lane holds: A_0 and A_1 from the table, A_2 minus their sum.
template <typename Format>
__device__ void load_a(Operand<Format> (&a)[kPeriod], const std::int32_t* table, const MatrixEntries& entries,
                       int group, int member) {
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    int first[Format::elements];
    int second[Format::elements];
    int third[Format::elements];
#pragma unroll
    for (int e = 0; e < Format::elements; ++e) {
      const int row = group + r % 2 * 8;
      const int inner = (r / 2 * 4 + member) * Format::elements + e;
      first[e] = table[entries.a(0, row, inner)];
      second[e] = table[entries.a(1, row, inner)];
      third[e] = -(first[e] + second[e]);
    }
    a[0].registers[r] = Format::encode(first);
    a[1].registers[r] = Format::encode(second);
    a[2].registers[r] = Format::encode(third);
  }
}

/// All threads of the block together.
template <typename Format>
__device__ void load_b(SharedOperand<Format>& b, const std::int32_t* table, const MatrixEntries& entries) {
  for (unsigned int i = threadIdx.x; i < sizeof(b) / sizeof(typename Format::Register); i += blockDim.x) {
    const int member = static_cast<int>(i) % 4;
    const int column = static_cast<int>(i) / 4 % 8;
    const int half = static_cast<int>(i) / 32 % 2;
    const int part = static_cast<int>(i) / 64;
    int elements[Format::elements];
#pragma unroll
    for (int e = 0; e < Format::elements; ++e) {
      elements[e] = table[entries.b((half * 4 + member) * Format::elements + e, part * 8 + column)];
    }
    b.registers[part][half][column][member] = Format::encode(elements);
  }
}

/// C + A B by the instructions of a warp: eight, which do not wait for each other.
template <typename Format>
class WarpMultiplier {
 public:
  using Sums = typename Format::Sum[kParts][4];

  __device__ WarpMultiplier(const SharedOperand<Format>& b, int group, int member) {
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
#pragma unroll
      for (int half = 0; half < 2; ++half) b_[part][half] = b.registers[part][half][group][member];
    }
  }
  __device__ void begin() const {}
  __device__ void multiply_add(Sums& c, const Operand<Format>& a) const {
#pragma unroll
    for (int part = 0; part < kParts; ++part) Format::multiply_add(c[part], a.registers, b_[part]);
  }
  __device__ void end() const {}

 private:
  typename Format::Register b_[kParts][2];
};

/// Format: Register, Sum, elements (in a register), encode(integers) and multiply_add(c[4], a[4], b[2]); for groups of
/// warps also warpgroup_multiply_add(c, a[4], descriptor of b).
template <typename Format, template <typename> class Multiplier>
__device__ void run_matrices(const std::int32_t* table, float* out, int iterations) {
  const std::int64_t warp = std::int64_t{blockIdx.x} * kMatrixWarps + threadIdx.x / kWarpLanes;
  const MatrixEntries entries{static_cast<std::uint64_t>(warp), kInner<Format>};
  const int group = static_cast<int>(threadIdx.x % kWarpLanes) / 4;
  const int member = static_cast<int>(threadIdx.x) % 4;

  __shared__ SharedOperand<Format> b;
  load_b(b, table, entries);
  Operand<Format> a[kPeriod];
  load_a(a, table, entries, group, member);
  typename Format::Sum c[kParts][4];
#pragma unroll
  for (int part = 0; part < kParts; ++part) {
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      c[part][r] =
          static_cast<typename Format::Sum>(table[entries.c(group + r / 2 * 8, part * 8 + member * 2 + r % 2)]);
    }
  }
  __syncthreads();

  const Multiplier<Format> multiplier(b, group, member);
  constexpr int kAtOnce = 4 * kPeriod;
#pragma unroll 1
  for (int i = 0; i < iterations / kAtOnce; ++i) {
    multiplier.begin();
#pragma unroll
    for (int step = 0; step < kAtOnce; ++step) multiplier.multiply_add(c, a[step % kPeriod]);
    multiplier.end();
  }
  // What is left, one at a time.
  const int rest = iterations % kAtOnce;
#pragma unroll
  for (int step = 0; step < kAtOnce - 1; ++step) {
    if (step >= rest) break;
    multiplier.begin();
    multiplier.multiply_add(c, a[step % kPeriod]);
    multiplier.end();
  }

#pragma unroll
  for (int part = 0; part < kParts; ++part) {
#pragma unroll
    for (int r = 0; r < 4; r += 2) {
      const std::int64_t element =
          warp * kMatrixElements + (group + r / 2 * 8) * kMatrixColumns + part * 8 + member * 2;
      *reinterpret_cast<float2*>(out + element) = {static_cast<float>(c[part][r]), static_cast<float>(c[part][r + 1])};
    }
  }
}

template <typename Format>
__global__ void __launch_bounds__(kMatrixWarps* kWarpLanes, 2)
    matrix_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, int iterations) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  if constexpr (Format::has_warpgroup) {
    run_matrices<Format, WarpgroupMultiplier>(table, out, iterations);
  } else {
    run_matrices<Format, WarpMultiplier>(table, out, iterations);
  }
#else
  run_matrices<Format, WarpMultiplier>(table, out, iterations);
#endif
}

/// `format` is the name of Format, for people.
template <typename Format>
[[nodiscard]] std::unique_ptr<Prepared> prepare_matrix(const Problem& problem, const std::string& format) {
  return make_matrix(problem,
                     {matrix_kernel<Format>, "rooflens::kernels::precision::matrix_kernel<" + format + ">",
                      dim3(grid_for(problem["warps"], kMatrixWarps)), dim3(kMatrixWarps * kWarpLanes)},
                     kInner<Format>);
}

}  // namespace rooflens::kernels::precision
