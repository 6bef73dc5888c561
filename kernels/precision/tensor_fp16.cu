// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 16, B 16 x 64
// operations 32768 iterations warps (FP16 with FP32 sums)
// bytes read 7168 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include <cuda_fp16.h>

#include "kernels/precision/matrix.cuh"

namespace rooflens::kernels::precision {

// C + A B of a warp, for eight columns.
__device__ inline void multiply_fp16(float (&c)[4], const unsigned int (&a)[4], const unsigned int (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  ROOFLENS_MMA("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "+f", c, a, b);
#else
  for (int half = 0; half < 2; ++half) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
  }
#endif
}

__global__ void __launch_bounds__(kMatrixBlock, 2)
    tensor_fp16_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, int iterations) {
  __shared__ SharedOperand<unsigned int> b;
  unsigned int a[kPeriod][4];
  float c[kParts][4];
  const MatrixLane<2> lane;
  const auto encode = [](const int(&values)[2]) {
    return bits_of(__floats2half2_rn(static_cast<float>(values[0]), static_cast<float>(values[1])));
  };
  lane.load_b(b, table, encode);
  lane.load_a(a, table, encode);
  lane.load_c(c, table);
  __syncthreads();

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  const std::uint64_t b_place = wgmma_descriptor(b);
  in_turns(
      iterations, wgmma_begin,
      [&](int turn) {
        ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16", "+f", ", 1, 1, 0", c, a[turn], b_place);
      },
      wgmma_end);
#else
  unsigned int own_b[kParts][2];
  lane.take_b(own_b, b);
  in_turns(iterations, [&](int turn) {
#pragma unroll
    for (int part = 0; part < kParts; ++part) multiply_fp16(c[part], a[turn], own_b[part]);
  });
#endif
  lane.store_c(out, c);
}

std::unique_ptr<Prepared> prepare_tensor_fp16(const Problem& problem) {
  return make_matrix(problem, ROOFLENS_NAMED(precision, tensor_fp16_kernel), 16);
}

}  // namespace rooflens::kernels::precision
