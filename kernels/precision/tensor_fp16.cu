// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 16, B 16 x 64
// operations 32768 iterations warps (FP16 with FP32 sums)
// bytes read 7168 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include <cuda_fp16.h>

#include "kernels/precision/matrix.cuh"
#include "kernels/precision/mma.cuh"

namespace rooflens::kernels::precision {

struct TensorFp16 {
  using Register = unsigned int;
  using Sum = float;
  static constexpr bool has_warpgroup = true;
  static constexpr int elements = 2;
  static __device__ Register encode(const int (&values)[2]) {
    return bits_of(__floats2half2_rn(static_cast<float>(values[0]), static_cast<float>(values[1])));
  }
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    ROOFLENS_MMA("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "+f", c, a, b);
#else
    for (int half = 0; half < 2; ++half) {
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
          : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
          : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
    }
#endif
  }
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  static __device__ void warpgroup_multiply_add(Sum (&c)[kParts][4], const Register (&a)[4], std::uint64_t b) {
    ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16", "+f", ", 1, 1, 0", c, a, b);
  }
#endif
};

std::unique_ptr<Prepared> prepare_tensor_fp16(const Problem& problem) {
  return prepare_matrix<TensorFp16>(problem, "TensorFp16");
}

}  // namespace rooflens::kernels::precision
