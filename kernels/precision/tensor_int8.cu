// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 32, B 32 x 64
// operations 65536 iterations warps (INT8 with INT32 sums)
// bytes read 10240 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include "kernels/precision/matrix.cuh"
#include "kernels/precision/mma.cuh"

namespace rooflens::kernels::precision {

struct TensorInt8 {
  using Register = unsigned int;
  using Sum = int;
  static constexpr bool has_warpgroup = true;
  static constexpr int elements = 4;
  static __device__ Register encode(const int (&values)[4]) {
    return (static_cast<unsigned int>(values[0]) & 0xff) | (static_cast<unsigned int>(values[1]) & 0xff) << 8 |
           (static_cast<unsigned int>(values[2]) & 0xff) << 16 | (static_cast<unsigned int>(values[3]) & 0xff) << 24;
  }
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
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
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  static __device__ void warpgroup_multiply_add(Sum (&c)[kParts][4], const Register (&a)[4], std::uint64_t b) {
    ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8", "+r", "", c, a, b);
  }
#endif
};

std::unique_ptr<Prepared> prepare_tensor_int8(const Problem& problem) {
  return prepare_matrix<TensorInt8>(problem, "TensorInt8");
}

}  // namespace rooflens::kernels::precision
