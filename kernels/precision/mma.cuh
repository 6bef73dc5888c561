// mma.sync with four accumulators of one lane: the spelling that the formats with 16 x 8 results share. 7.5 has half of
// it, 8.0 and newer the whole.
#pragma once

/// INSTRUCTION on 32-bit registers a[4] and b[2]; R is the constraint of the accumulators c[4], "+f" or "+r".
#define ROOFLENS_MMA(INSTRUCTION, R, c, a, b)                                                 \
  asm volatile(INSTRUCTION " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
               : R((c)[0]), R((c)[1]), R((c)[2]), R((c)[3])                                   \
               : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"((b)[0]), "r"((b)[1]))

namespace rooflens::kernels::precision {

/// 32 bits of any kind, as a register of the tensor core.
template <typename T>
[[nodiscard]] __device__ unsigned int bits_of(const T& value) {
  static_assert(sizeof(T) == sizeof(unsigned int));
  unsigned int bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace rooflens::kernels::precision
