// The kernel of the matrix streams, for a format that says what a register holds and how its instruction is spelt.
// Where a lane's part of a matrix lies is the same for all formats, counted in registers of P elements: lane l holds of
// A the rows l / 4 and l / 4 + 8, of B the column l / 4, and P inner elements from P (l % 4) on, in two halves.
#pragma once

#include <string>

#include "kernels/precision/prepared.cuh"
#include "kernels/precision/wgmma.cuh"

namespace rooflens::kernels::precision {

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
