// Samples drawn with the same generator as the inputs.
#include "kernels/sample.hpp"

#include <atomic>
#include <numeric>

#include "kernels/random.hpp"

namespace rooflens::kernels {
namespace {

std::vector<std::uint64_t> all_of(std::uint64_t total) {
  std::vector<std::uint64_t> indices(total);
  std::iota(indices.begin(), indices.end(), std::uint64_t{0});
  return indices;
}

}  // namespace

std::uint64_t next_seed() {
  static std::atomic<std::uint64_t> calls{0};
  return mix(++calls);
}

std::vector<std::uint64_t> sample_indices(std::uint64_t total, std::size_t count, std::uint64_t seed) {
  if (total <= count) return all_of(total);
  std::vector<std::uint64_t> indices{0, total - 1};
  for (std::uint64_t i = 0; indices.size() < count; ++i) indices.push_back(random_bits(seed, i) % total);
  return indices;
}

std::vector<std::uint64_t> sample_matrix_indices(std::uint64_t n, std::size_t count, std::uint64_t seed) {
  if (n * n <= count) return all_of(n * n);
  const std::uint64_t last = n - 1;
  std::vector<std::uint64_t> indices{0, last, last * n, last * n + last};
  for (std::uint64_t i = 0; indices.size() < 4 + count / 4; ++i) {
    const std::uint64_t along = random_bits(seed, i) % n;
    const std::uint64_t edges[] = {along, last * n + along, along * n, along * n + last};
    indices.push_back(edges[i % 4]);
  }
  for (std::uint64_t i = count; indices.size() < count; ++i) indices.push_back(random_bits(seed, i) % (n * n));
  return indices;
}

}  // namespace rooflens::kernels
