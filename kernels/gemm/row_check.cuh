// Freivalds' check of C = A B: for a random vector x, C x = A (B x). All in integers modulo 2^64 (the matrices are
// scaled to integers, which they are by construction), so there is no tolerance, every element of C counts, and it
// costs O(n^2). R. Freivalds, "Probabilistic machines can use less running time", IFIP 1977.
#pragma once

#include <cstdint>

#include "kernels/random.hpp"

namespace rooflens::kernels::gemm {

/// Row k of B x, with x[j] = random_bits(x_seed, j).
struct RowOfBx {
  UniformInput b;
  std::uint64_t n;
  std::uint64_t x_seed;
  __device__ std::uint64_t operator()(std::uint64_t k) const {
    std::uint64_t sum = 0;
    for (std::uint64_t j = 0; j < n; ++j) {
      sum += static_cast<std::uint64_t>(std::int64_t{b.scaled(k * n + j)}) * random_bits(x_seed, j);
    }
    return sum;
  }
};

/// Whether row i of C x equals row i of A (B x). False also when an element is not a multiple of 2^-2bits, as NaN is
/// not.
struct RowIsProduct {
  const float* c;
  UniformInput a;
  const std::uint64_t* bx;
  std::uint64_t n;
  std::uint64_t x_seed;
  __device__ bool operator()(std::uint64_t i) const {
    const auto scale = static_cast<float>(1 << (2 * a.bits));
    std::uint64_t difference = 0;
    for (std::uint64_t k = 0; k < n; ++k) {
      const float scaled = c[i * n + k] * scale;
      const long long element = __float2ll_rn(scaled);
      if (!(static_cast<float>(element) == scaled)) return false;
      difference += static_cast<std::uint64_t>(element) * random_bits(x_seed, k);
      difference -= static_cast<std::uint64_t>(std::int64_t{a.scaled(i * n + k)}) * bx[k];
    }
    return difference == 0;
  }
};

}  // namespace rooflens::kernels::gemm
