// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 16, B 16 x 64
// operations 32768 iterations warps (bfloat16 with FP32 sums)
// bytes read 7168 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include <cuda_bf16.h>

#include "kernels/precision/matrix.cuh"
#include "kernels/precision/mma.cuh"

namespace rooflens::kernels::precision {

struct TensorBf16 {
  using Register = unsigned int;
  using Sum = float;
  static constexpr bool has_warpgroup = true;
  static constexpr int elements = 2;
  static __device__ Register encode(const int (&values)[2]) {
    return bits_of(__floats2bfloat162_rn(static_cast<float>(values[0]), static_cast<float>(values[1])));
  }
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
    ROOFLENS_MMA("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "+f", c, a, b);
#endif
  }
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  static __device__ void warpgroup_multiply_add(Sum (&c)[kParts][4], const Register (&a)[4], std::uint64_t b) {
    ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16", "+f", ", 1, 1, 0", c, a, b);
  }
#endif
};

std::unique_ptr<Prepared> prepare_tensor_bf16(const Problem& problem) {
  return prepare_matrix<TensorBf16>(problem, "TensorBf16");
}

}  // namespace rooflens::kernels::precision
