// Random numbers in registers of the tensor core's formats: what a tensor core can keep up depends on how many bits
// change, and zeros would flatter it. Numbers lie between -1 and 1 (integers: all of them), so that sums stay finite.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstring>

#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {

[[nodiscard]] __device__ inline float random_unit(std::uint32_t seed) {
  return static_cast<float>(static_cast<std::int32_t>(scrambled(seed))) * 0x1p-31f;
}

template <typename T>
[[nodiscard]] __device__ std::uint32_t register_of(const T& value) {
  static_assert(sizeof(T) == sizeof(std::uint32_t));
  std::uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// What formats with sums in FP32 have in common.
struct SumsInFp32 {
  using Register = std::uint32_t;
  using Sum = float;
  static __device__ std::uint32_t bits(float sum) { return __float_as_uint(sum); }
  static __device__ std::uint32_t bits(std::uint32_t sum) { return sum; }
};

struct RandomBf16 : SumsInFp32 {
  static __device__ Register random(std::uint32_t seed) {
    return register_of(__floats2bfloat162_rn(random_unit(2 * seed), random_unit(2 * seed + 1)));
  }
};

struct RandomFp16 : SumsInFp32 {
  static __device__ Register random(std::uint32_t seed) {
    return register_of(__floats2half2_rn(random_unit(2 * seed), random_unit(2 * seed + 1)));
  }
};

struct RandomTf32 : SumsInFp32 {
  static __device__ Register random(std::uint32_t seed) { return __float_as_uint(random_unit(seed)) & 0xffffe000U; }
};

struct RandomFp8 : SumsInFp32 {
  static __device__ Register random(std::uint32_t seed) {
    return register_of(__nv_fp8x4_e4m3(make_float4(random_unit(4 * seed), random_unit(4 * seed + 1),
                                                   random_unit(4 * seed + 2), random_unit(4 * seed + 3))));
  }
};

struct RandomInt8 {
  using Register = std::uint32_t;
  using Sum = int;
  static __device__ Register random(std::uint32_t seed) { return scrambled(seed); }
  static __device__ std::uint32_t bits(int sum) { return static_cast<std::uint32_t>(sum); }
};

struct RandomFp64 {
  using Register = double;
  using Sum = double;
  static __device__ Register random(std::uint32_t seed) {
    return random_unit(2 * seed) + 0x1p-24 * random_unit(2 * seed + 1);
  }
  static __device__ std::uint32_t bits(double sum) { return static_cast<std::uint32_t>(__double2loint(sum)); }
};

}  // namespace rooflens::kernels::ceiling
