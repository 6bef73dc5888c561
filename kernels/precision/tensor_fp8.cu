// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 32, B 32 x 64
// operations 65536 iterations warps (FP8 (E4M3) with FP32 sums)
// bytes read 10240 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include <cuda_fp8.h>

#include "kernels/precision/matrix.cuh"
#include "kernels/precision/mma.cuh"

namespace rooflens::kernels::precision {

struct TensorFp8 {
  using Register = unsigned int;
  using Sum = float;
  static constexpr bool has_warpgroup = true;
  static constexpr int elements = 4;
  static __device__ Register encode(const int (&values)[4]) {
    return bits_of(__nv_fp8x4_e4m3(make_float4(static_cast<float>(values[0]), static_cast<float>(values[1]),
                                               static_cast<float>(values[2]), static_cast<float>(values[3]))));
  }
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 890  // older devices have no such instruction; prepare() refuses them
    ROOFLENS_MMA("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "+f", c, a, b);
#endif
  }
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  static __device__ void warpgroup_multiply_add(Sum (&c)[kParts][4], const Register (&a)[4], std::uint64_t b) {
    ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3", "+f", ", 1, 1", c, a, b);
  }
#endif
};

std::unique_ptr<Prepared> prepare_tensor_fp8(const Problem& problem) {
  return prepare_matrix<TensorFp8>(problem, "TensorFp8");
}

}  // namespace rooflens::kernels::precision
