// The CPU reference of shared_layout.
#include "kernels/shared_layout/reference.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

float or_zero(const Input& in, std::uint64_t n, std::uint64_t i) { return i < n ? in(i) : 0.0F; }

}  // namespace

float transposed(const Input& in, std::uint64_t n, std::uint64_t height, std::uint64_t i) {
  const std::uint64_t tile = i / (32 * height) * (32 * height);
  const std::uint64_t row = (i - tile) % height;
  const std::uint64_t column = (i - tile) / height;
  return or_zero(in, n, tile + row * 32 + column);
}

float column_sum(const Input& in, std::uint64_t ways, std::uint64_t passes, std::uint64_t i) {
  const std::uint64_t tile = i / 256 * 1024;
  const std::uint64_t column = i % 32 / ways;
  float sum = 0.0F;
  for (std::uint64_t row = 0; row < 32; ++row) sum += in(tile + row * 32 + column);
  return sum * static_cast<float>(passes);
}

float streamed(const Input& in, std::uint64_t n, std::uint64_t ways, std::uint64_t i) {
  const std::uint64_t tile = i / 256 * 256;
  const std::uint64_t turn = (i - tile) / 32;
  const std::uint64_t lane = i % 32;
  const std::uint64_t row = turn - turn % ways + lane % ways;
  const std::uint64_t column = (turn % ways * 32 + lane - lane % ways) / ways;
  return or_zero(in, n, tile + row * 32 + column);
}

float mirrored(const Input& in, std::uint64_t n, std::uint64_t tile, std::uint64_t i) {
  const std::uint64_t begin = i / tile * tile;
  const std::uint64_t within = i - begin;
  return or_zero(in, n, begin + (within ^ 32U)) + or_zero(in, n, begin + (tile - 1 - within));
}

}  // namespace rooflens::kernels::shared_layout
