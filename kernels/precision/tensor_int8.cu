// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 32, B 32 x 64
// operations 65536 iterations warps (INT8 with INT32 sums)
// bytes read 10240 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include "kernels/precision/matrix.cuh"

namespace rooflens::kernels::precision {

// C + A B of a warp, for eight columns.
__device__ inline void multiply_int8(int (&c)[4], const unsigned int (&a)[4], const unsigned int (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  ROOFLENS_MMA("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "+r", c, a, b);
#else
  for (int part = 0; part < 4; ++part) {  // upper and lower rows, first and second half of the inner dimension
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+r"(c[part % 2 * 2]), "+r"(c[part % 2 * 2 + 1])
                 : "r"(a[part]), "r"(b[part / 2]));
  }
#endif
}

__global__ void __launch_bounds__(kMatrixBlock, 2)
    tensor_int8_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, int iterations) {
  __shared__ SharedOperand<unsigned int> b;
  unsigned int a[kPeriod][4];
  int c[kParts][4];
  const MatrixLane<4> lane;
  const auto encode = [](const int(&values)[4]) {
    return (static_cast<unsigned int>(values[0]) & 0xff) | (static_cast<unsigned int>(values[1]) & 0xff) << 8 |
           (static_cast<unsigned int>(values[2]) & 0xff) << 16 | (static_cast<unsigned int>(values[3]) & 0xff) << 24;
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
        ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8", "+r", "", c, a[turn], b_place);
      },
      wgmma_end);
#else
  unsigned int own_b[kParts][2];
  lane.take_b(own_b, b);
  in_turns(iterations, [&](int turn) {
#pragma unroll
    for (int part = 0; part < kParts; ++part) multiply_int8(c[part], a[turn], own_b[part]);
  });
#endif
  lane.store_c(out, c);
}

std::unique_ptr<Prepared> prepare_tensor_int8(const Problem& problem) {
  return make_matrix(problem, ROOFLENS_NAMED(precision, tensor_int8_kernel), 32);
}

}  // namespace rooflens::kernels::precision
