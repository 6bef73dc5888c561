// FMAs from registers: chains that do not wait for each other, a loop of some hundred FMAs, so that what the loop
// itself costs disappears.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kThreads = 256;
constexpr int kFmas = 512;  // of a thread in an iteration

struct Fp64 {
  using Value = double;
  static constexpr double operations = 2;
  static __device__ Value make(float x) { return x; }
  static __device__ Value fma(Value a, Value x, Value b) { return __fma_rn(a, x, b); }
  static __device__ std::uint32_t bits(Value x) { return static_cast<std::uint32_t>(__double2loint(x)); }
};

struct Fp32 {
  using Value = float;
  static constexpr double operations = 2;
  static __device__ Value make(float x) { return x; }
  static __device__ Value fma(Value a, Value x, Value b) { return __fmaf_rn(a, x, b); }
  static __device__ std::uint32_t bits(Value x) { return __float_as_uint(x); }
};

// Both halves are packed, never one of them named for both lanes: with such an operand the compiler cannot let the
// tensor pipe do every second HFMA2 (compute capability 8.0 and 9.0), and half of the rate is lost.
struct Fp16 {
  using Value = __half2;
  static constexpr double operations = 4;
  static __device__ Value make(float x) { return __floats2half2_rn(x, x); }
  static __device__ Value fma(Value a, Value x, Value b) { return __hfma2(a, x, b); }
  static __device__ std::uint32_t bits(Value x) { return __half_as_ushort(__low2half(x)); }
};

struct Bf16 {
  using Value = __nv_bfloat162;
  static constexpr double operations = 4;
  static __device__ Value make(float x) { return __floats2bfloat162_rn(x, x); }
  static __device__ Value fma(Value a, Value x, Value b) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800  // older devices have no such instruction; they get no points
    return __hfma2(a, x, b);
#else
    return x;
#endif
  }
  static __device__ std::uint32_t bits(Value x) { return __bfloat16_as_ushort(__low2bfloat16(x)); }
};

// 1 / sqrt(x): every chain tends to 1.
struct SpecialFunction {
  using Value = float;
  static constexpr double operations = 1;
  static __device__ Value make(float x) { return x; }
  static __device__ Value fma(Value, Value x, Value) {
    asm("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
  }
  static __device__ std::uint32_t bits(Value x) { return __float_as_uint(x); }
};

// x = a x + b with a and b that only the host knows, both a little below 1.
template <typename Format, int kChains>
__global__ void __launch_bounds__(kThreads) fma_chains(Arguments arguments) {
  using Value = typename Format::Value;
  StampedBlock stamped(arguments);
  const Value a = Format::make(__uint_as_float(0x3f7f0000U ^ arguments.never >> 16));
  const Value b = Format::make(__uint_as_float(0x3c7f0000U ^ arguments.never >> 16));
  Value x[kChains];
#pragma unroll
  for (int i = 0; i < kChains; ++i) x[i] = Format::make(1.0f + static_cast<float>((threadIdx.x + i) % 64) / 64);
#pragma unroll 1
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
#pragma unroll
    for (int step = 0; step < kFmas / kChains; ++step) {
#pragma unroll
      for (int i = 0; i < kChains; ++i) x[i] = Format::fma(a, x[i], b);
    }
  }
  std::uint32_t sum = 0;
#pragma unroll
  for (int i = 0; i < kChains; ++i) sum ^= Format::bits(x[i]);
  keep(arguments, sum);
  stamped.end();
}

template <typename Format, int kChains>
void add(Trials& trials, const Site& site) {
  for (const int blocks : {1, 2, 4, 8}) {
    add_trial(trials, site, fma_chains<Format, kChains>,
              std::to_string(kChains) + " chains a thread, " + shape_text(blocks, kThreads), blocks, kThreads,
              Format::operations * kFmas * kThreads);
  }
}

template <typename Format>
Trials trials_of(const Site& site) {
  Trials trials;
  add<Format, 4>(trials, site);
  add<Format, 8>(trials, site);
  add<Format, 16>(trials, site);
  return trials;
}

}  // namespace

Trials floating_trials(const Site& site, const std::string& probe) {
  if (probe == "fp64") return trials_of<Fp64>(site);
  if (probe == "fp32") return trials_of<Fp32>(site);
  if (probe == "fp16") return trials_of<Fp16>(site);
  if (probe == "bf16" && site.major >= 8) return trials_of<Bf16>(site);
  if (probe == "sfu") return trials_of<SpecialFunction>(site);
  return {};
}

}  // namespace rooflens::kernels::ceiling
