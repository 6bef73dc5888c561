// Matrix products by the instructions of a warp (mma.sync): operands of random numbers stay in registers, eight
// accumulators do not wait for each other.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "kernels/ceiling/random_operand.cuh"
#include "kernels/ceiling/trial.cuh"
#include "kernels/precision/mma.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kTiles = 8;   // accumulators of a warp, 16 x 8 each
constexpr int kSteps = 32;  // of all tiles in an iteration

struct Bf16 : RandomBf16 {
  static constexpr int inner = 16;
  static constexpr int a_registers = 4, b_registers = 2;
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    ROOFLENS_MMA("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "+f", c, a, b);
#endif
  }
};

struct Fp16 : RandomFp16 {
  static constexpr int inner = 16;
  static constexpr int a_registers = 4, b_registers = 2;
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
};

// Sums in FP16: twice as fast on GeForce boards.
struct Fp16Sums : RandomFp16 {
  using Sum = std::uint32_t;
  static constexpr int inner = 16;
  static constexpr int a_registers = 4, b_registers = 2;
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                 : "+r"(c[0]), "+r"(c[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
  }
};

struct Tf32 : RandomTf32 {
  static constexpr int inner = 8;
  static constexpr int a_registers = 4, b_registers = 2;
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    ROOFLENS_MMA("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "+f", c, a, b);
#endif
  }
};

struct Fp8 : RandomFp8 {
  static constexpr int inner = 32;
  static constexpr int a_registers = 4, b_registers = 2;
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 890
    ROOFLENS_MMA("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "+f", c, a, b);
#endif
  }
};

struct Int8 : RandomInt8 {
  static constexpr int inner = 32;
  static constexpr int a_registers = 4, b_registers = 2;
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    ROOFLENS_MMA("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "+r", c, a, b);
#else
    for (int part = 0; part < 4; ++part) {
      asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                   : "+r"(c[part % 2 * 2]), "+r"(c[part % 2 * 2 + 1])
                   : "r"(a[part]), "r"(b[part / 2]));
    }
#endif
  }
};

struct Fp64 : RandomFp64 {
  static constexpr int inner = 8;
  static constexpr int a_registers = 4, b_registers = 2;
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[4], const Register (&b)[2]) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif __CUDA_ARCH__ >= 800
    for (int part = 0; part < 4; ++part) {
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                   : "+d"(c[part % 2 * 2]), "+d"(c[part % 2 * 2 + 1])
                   : "d"(a[part]), "d"(b[part / 2]));
    }
#endif
  }
};

// The longer inner dimension that 9.0 has.
struct Fp64Long : RandomFp64 {
  static constexpr int inner = 16;
  static constexpr int a_registers = 8, b_registers = 4;
  static __device__ void multiply_add(Sum (&c)[4], const Register (&a)[8], const Register (&b)[4]) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "
        "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]),
          "d"(b[2]), "d"(b[3]));
#endif
  }
};

template <typename Format>
__global__ void __launch_bounds__(256) multiply(Arguments arguments) {
  StampedBlock stamped(arguments);
  typename Format::Register a[2][Format::a_registers];
  typename Format::Register b[2][Format::b_registers];
  typename Format::Sum c[kTiles][4] = {};
  const std::uint32_t seed = arguments.never ^ (blockIdx.x * blockDim.x + threadIdx.x) * 64;
#pragma unroll
  for (int turn = 0; turn < 2; ++turn) {
#pragma unroll
    for (int i = 0; i < Format::a_registers; ++i) a[turn][i] = Format::random(seed + turn * 32 + i);
#pragma unroll
    for (int i = 0; i < Format::b_registers; ++i) b[turn][i] = Format::random(seed + turn * 32 + 16 + i);
  }
#pragma unroll 1
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) Format::multiply_add(c[tile], a[step % 2], b[(step + tile) % 2]);
    }
  }
  std::uint32_t sum = 0;
#pragma unroll
  for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
    for (int i = 0; i < 4; ++i) sum ^= Format::bits(c[tile][i]);
  }
  keep(arguments, sum);
  stamped.end();
}

template <typename Format>
void add(Trials& trials, const Site& site, const std::string& instruction) {
  struct Shape {
    int blocks, threads;
  };
  for (const auto& [blocks, threads] : {Shape{1, 128}, Shape{1, 256}, Shape{2, 256}, Shape{4, 256}}) {
    add_trial(trials, site, multiply<Format>, "mma.sync " + instruction + ", " + shape_text(blocks, threads), blocks,
              threads, 2.0 * 16 * 8 * Format::inner * kTiles * kSteps * (threads / 32.0));
  }
}

}  // namespace

Trials warp_matrix_trials(const Site& site, const std::string& probe) {
  Trials trials;
  const int cc = 10 * site.major + site.minor;
  if (probe == "tensor-bf16" && cc >= 80) add<Bf16>(trials, site, "m16n8k16");
  if (probe == "tensor-fp16") {
    add<Fp16>(trials, site, cc >= 80 ? "m16n8k16, sums in FP32" : "m16n8k8, sums in FP32");
    if (cc >= 80) add<Fp16Sums>(trials, site, "m16n8k16, sums in FP16");
  }
  if (probe == "tensor-tf32" && cc >= 80) add<Tf32>(trials, site, "m16n8k8");
  if (probe == "tensor-fp8" && cc >= 89) add<Fp8>(trials, site, "m16n8k32");
  if (probe == "tensor-int8") add<Int8>(trials, site, cc >= 80 ? "m16n8k32" : "m8n8k16");
  if (probe == "tensor-fp64" && cc >= 80) {
    add<Fp64>(trials, site, cc >= 90 ? "m16n8k8" : "m8n8k4");
    if (cc >= 90) add<Fp64Long>(trials, site, "m16n8k16");
  }
  return trials;
}

}  // namespace rooflens::kernels::ceiling
