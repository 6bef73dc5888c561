// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 8, B 8 x 64
// operations 16384 iterations warps (TF32 with FP32 sums)
// bytes read 5632 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include "kernels/precision/matrix.cuh"

namespace rooflens::kernels::precision {

// C + A B of a warp, for eight columns.
__device__ inline void multiply_tf32(float (&c)[4], const unsigned int (&a)[4], const unsigned int (&b)[2]) {
#if __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
  ROOFLENS_MMA("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "+f", c, a, b);
#endif
}

__global__ void __launch_bounds__(kMatrixBlock, 2)
    tensor_tf32_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, int iterations) {
  __shared__ SharedOperand<unsigned int> b;
  unsigned int a[kPeriod][4];
  float c[kParts][4];
  const MatrixLane<1> lane;
  // A small integer has the same bits in TF32 and in FP32.
  const auto encode = [](const int(&values)[1]) { return bits_of(static_cast<float>(values[0])); };
  lane.load_b(b, table, encode);
  lane.load_a(a, table, encode);
  lane.load_c(c, table);
  __syncthreads();

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  const std::uint64_t b_place = wgmma_descriptor(b);
  in_turns(
      iterations, wgmma_begin,
      [&](int turn) {
        ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32", "+f", ", 1, 1", c, a[turn], b_place);
      },
      wgmma_end);
#else
  unsigned int own_b[kParts][2];
  lane.take_b(own_b, b);
  in_turns(iterations, [&](int turn) {
#pragma unroll
    for (int part = 0; part < kParts; ++part) multiply_tf32(c[part], a[turn], own_b[part]);
  });
#endif
  lane.store_c(out, c);
}

std::unique_ptr<Prepared> prepare_tensor_tf32(const Problem& problem) {
  return make_matrix(problem, ROOFLENS_NAMED(precision, tensor_tf32_kernel), 8);
}

}  // namespace rooflens::kernels::precision
