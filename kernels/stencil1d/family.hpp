// What the variants of stencil1d share: an antisymmetric difference, r coefficients for 2r neighbours.
// What lies outside the array is zero and takes part like the rest, so that every output takes r differences, a product
// and r - 1 multiply-adds.
#pragma once

#include <array>
#include <vector>

#include "kernels/counter_names.hpp"
#include "kernels/halo.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::stencil1d {

/// Threads per block, an output each.
inline constexpr int kBlock = 256;
inline constexpr int kMostRadius = 16;

/// 2 x 1 GiB by default.
inline constexpr std::array kParameters{
    Parameter{"n", "elements of the array", std::int64_t{1} << 28, 1, std::int64_t{1} << 33},
    Parameter{"radius", "neighbours on either side", 4, 1, kMostRadius},
};

/// Coefficients as an argument of a kernel: arguments are constant memory. [k - 1] is that of the distance k.
struct Coefficients {
  float at[kMostRadius];
};

/// Elements of the array that the threads load when each loads its 2r neighbours.
[[nodiscard]] inline double neighbours(const Problem& problem) {
  return neighbour_pairs(problem["n"], problem["radius"]) - static_cast<double>(problem["n"]);
}

/// Elements that blocks load when each loads what it needs once.
[[nodiscard]] inline double block_reads(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t radius = problem["radius"];
  const std::int64_t whole = n / kBlock * kBlock;
  if (whole <= 4 * kBlock) return halo_reads(n, kBlock, radius);
  // All blocks but the first and the last few are alike.
  const std::int64_t shortened = n - whole + 4 * kBlock;
  const std::int64_t left_out = (n - shortened) / kBlock;
  return halo_reads(shortened, kBlock, radius) + static_cast<double>(left_out * (kBlock + 2 * radius));
}

/// `requested` floats read. 3r - 1 operations an output: r differences, a product, r - 1 multiply-adds. 4n bytes
/// written; compulsory 4n read, the coefficients left out.
[[nodiscard]] inline models::Work stencil_work(const Problem& problem, double requested) {
  const auto n = static_cast<double>(problem["n"]);
  const auto radius = static_cast<double>(problem["radius"]);
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations((3.0 * radius - 1.0) * n);
  work.requested = {float_bytes(requested), float_bytes(n)};
  work.ideal_l2 = {whole_sectors(float_bytes(block_reads(problem))), whole_sectors(float_bytes(n))};
  work.compulsory = {float_bytes(n), float_bytes(n)};
  return work;
}

[[nodiscard]] inline std::vector<ExpectedCounter> arithmetic_counters(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const auto radius = static_cast<double>(problem["radius"]);
  return {{counter::kFadd, radius * n}, {counter::kFmul, n}, {counter::kFfma, (radius - 1.0) * n}};
}

/// Input, output and coefficients.
[[nodiscard]] inline models::Bytes array_memory(const Problem& problem) {
  return float_bytes(2.0 * static_cast<double>(problem["n"]) + kMostRadius);
}

// out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array; on the CPU in FP64, one
// element at a time.

/// Element i of n.
[[nodiscard]] inline double reference(const Input& in, const Input& coefficients, std::int64_t n, std::int64_t radius,
                                      std::int64_t i) {
  const auto at = [&](std::int64_t j) { return j < 0 || j >= n ? 0.0 : double{in(static_cast<std::uint64_t>(j))}; };
  double sum = 0;
  for (std::int64_t k = 1; k <= radius; ++k) {
    sum += double{coefficients(static_cast<std::uint64_t>(k - 1))} * (at(i + k) - at(i - k));
  }
  return sum;
}

}  // namespace rooflens::kernels::stencil1d
