// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 8, B 8 x 64
// operations 16384 iterations warps (TF32 with FP32 sums)
// bytes read 5632 warps from a table of 256 KiB, bytes written 4096 warps
// on 9.0 by wgmma, B from shared memory (mma.sync reaches about 60 % of the tensor cores there); elsewhere by mma.sync
#include "kernels/precision/matrix.cuh"
#include "kernels/precision/mma.cuh"

namespace rooflens::kernels::precision {

struct TensorTf32 {
  using Register = unsigned int;
  using Sum = float;
  static constexpr bool has_warpgroup = true;
  static constexpr int elements = 1;
  // A small integer has the same bits in TF32 and in FP32.
  static __device__ Register encode(const int (&values)[1]) { return bits_of(static_cast<float>(values[0])); }
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
    ROOFLENS_MMA("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "+f", c, a, b);
#endif
  }
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  static __device__ void warpgroup_multiply_add(Sum (&c)[kParts][4], const Register (&a)[4], std::uint64_t b) {
    ROOFLENS_WGMMA("wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32", "+f", ", 1, 1", c, a, b);
  }
#endif
};

std::unique_ptr<Prepared> prepare_tensor_tf32(const Problem& problem) {
  return prepare_matrix<TensorTf32>(problem, "TensorTf32");
}

}  // namespace rooflens::kernels::precision
