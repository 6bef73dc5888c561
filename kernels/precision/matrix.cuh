// The kernel of the matrix streams, for a format that says what a register holds and how its instruction is spelt.
// Where a lane's part of a matrix lies is the same for all formats, counted in registers of P elements: lane l holds of
// A the rows l / 4 and l / 4 + 8, of B the column l / 4, and P inner elements from P (l % 4) on, in two halves.
#pragma once

#include <string>

#include "kernels/precision/prepared.cuh"

namespace rooflens::kernels::precision {

inline constexpr int kParts = kMatrixColumns / 8;  // of C, each 16 x 8

/// Format: Register, Sum, elements (in a register), encode(integers) and multiply_add(c[4], a[4], b[2]).
template <typename Format>
inline constexpr int kInner = 8 * Format::elements;

template <typename Format>
struct Operand {
  typename Format::Register registers[4];
};

template <typename Format>
__device__ void step(typename Format::Sum (&c)[kParts][4], const Operand<Format>& a,
                     const typename Format::Register (&b)[kParts][2]) {
#pragma unroll
  for (int part = 0; part < kParts; ++part) Format::multiply_add(c[part], a.registers, b[part]);
}

template <typename Format>
__global__ void __launch_bounds__(kMatrixWarps* kWarpLanes, 2)
    matrix_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, std::int64_t warps, int iterations) {
  const std::int64_t warp = std::int64_t{blockIdx.x} * kMatrixWarps + threadIdx.x / kWarpLanes;
  if (warp >= warps) return;
  constexpr int kElements = Format::elements;
  const MatrixEntries entries{static_cast<std::uint64_t>(warp), kInner<Format>};
  const int group = static_cast<int>(threadIdx.x % kWarpLanes) / 4;
  const int member = static_cast<int>(threadIdx.x) % 4;

  Operand<Format> a[kPeriod];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    int first[kElements];
    int second[kElements];
    int third[kElements];
#pragma unroll
    for (int e = 0; e < kElements; ++e) {
      const int row = group + r % 2 * 8;
      const int inner = (r / 2 * 4 + member) * kElements + e;
      first[e] = table[entries.a(0, row, inner)];
      second[e] = table[entries.a(1, row, inner)];
      third[e] = -(first[e] + second[e]);
    }
    a[0].registers[r] = Format::encode(first);
    a[1].registers[r] = Format::encode(second);
    a[2].registers[r] = Format::encode(third);
  }
  typename Format::Register b[kParts][2];
  typename Format::Sum c[kParts][4];
#pragma unroll
  for (int part = 0; part < kParts; ++part) {
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      int column[kElements];
#pragma unroll
      for (int e = 0; e < kElements; ++e) {
        column[e] = table[entries.b((r * 4 + member) * kElements + e, part * 8 + group)];
      }
      b[part][r] = Format::encode(column);
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      c[part][r] =
          static_cast<typename Format::Sum>(table[entries.c(group + r / 2 * 8, part * 8 + member * 2 + r % 2)]);
    }
    __syncwarp();  // keeps the compiler from asking for all parts at once, for which there are not enough registers
  }

#pragma unroll 1
  for (int round = 0; round < iterations / kPeriod; ++round) {
    step<Format>(c, a[0], b);
    step<Format>(c, a[1], b);
    step<Format>(c, a[2], b);
  }
  if (iterations % kPeriod > 0) step<Format>(c, a[0], b);
  if (iterations % kPeriod > 1) step<Format>(c, a[1], b);

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

/// `format` is the name of Format, for people.
template <typename Format>
[[nodiscard]] std::unique_ptr<Prepared> prepare_matrix(const Kernel& kernel, const Problem& problem,
                                                       const std::string& format) {
  return make_matrix(kernel, problem,
                     {matrix_kernel<Format>, "rooflens::kernels::precision::matrix_kernel<" + format + ">",
                      dim3(grid_for(problem["warps"], kMatrixWarps)), dim3(kMatrixWarps * kWarpLanes)},
                     kInner<Format>);
}

}  // namespace rooflens::kernels::precision
