// for each warp, iterations times: C = C + A_(i mod 3) B        C 16 x 64, A 16 x 8, B 8 x 64
// operations 16384 iterations warps (FP64)
// bytes read 5632 warps from a table of 256 KiB, bytes written 4096 warps
#include "kernels/precision/matrix.cuh"
#include "kernels/precision/mma.cuh"

namespace rooflens::kernels::precision {

struct TensorFp64 {
  using Register = double;
  using Sum = double;
  static constexpr bool has_warpgroup = false;
  static constexpr int elements = 1;
  static __device__ Register encode(const int (&values)[1]) { return values[0]; }
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
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
};

std::unique_ptr<Prepared> prepare_tensor_fp64(const Problem& problem) {
  return prepare_matrix<TensorFp64>(problem, "TensorFp64");
}

}  // namespace rooflens::kernels::precision
