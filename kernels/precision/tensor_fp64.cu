// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 8, B 8 x 64
// operations 16384 iterations warps (FP64)
// bytes read 5632 warps from a table of 256 KiB, bytes written 4096 warps
#include "kernels/precision/matrix.cuh"

namespace rooflens::kernels::precision {

// C + A B of a warp, for eight columns.
__device__ inline void multiply_fp64(double (&c)[4], const double (&a)[4], const double (&b)[2]) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
  for (int part = 0; part < 4; ++part) {  // upper and lower rows, first and second half of the inner dimension
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(c[part % 2 * 2]), "+d"(c[part % 2 * 2 + 1])
                 : "d"(a[part]), "d"(b[part / 2]));
  }
#endif
}

__global__ void __launch_bounds__(kMatrixBlock, 2)
    tensor_fp64_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, int iterations) {
  __shared__ SharedOperand<double> b;
  double a[kPeriod][4];
  double c[kParts][4];
  const MatrixLane<1> lane;
  const auto encode = [](const int(&values)[1]) { return values[0]; };
  lane.load_b(b, table, encode);
  lane.load_a(a, table, encode);
  lane.load_c(c, table);
  __syncthreads();

  double own_b[kParts][2];
  lane.take_b(own_b, b);
  in_turns(iterations, [&](int turn) {
#pragma unroll
    for (int part = 0; part < kParts; ++part) multiply_fp64(c[part], a[turn], own_b[part]);
  });
  lane.store_c(out, c);
}

std::unique_ptr<Prepared> prepare_tensor_fp64(const Problem& problem) {
  return make_matrix(problem, ROOFLENS_NAMED(precision, tensor_fp64_kernel), 8);
}

}  // namespace rooflens::kernels::precision
