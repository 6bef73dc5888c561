// Which outputs the CPU reference recomputes when recomputing all would take too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace rooflens::kernels {

/// An input array as the CPU references see it: element by index.
using Input = std::function<float(std::uint64_t index)>;

/// A seed that no other call in this process gets; the sequence is the same in every run, so a failure can be repeated.
[[nodiscard]] std::uint64_t next_seed();

/// All of 0..total-1 when they are at most `count`; else the first, the last and random ones, `count` together.
[[nodiscard]] std::vector<std::uint64_t> sample_indices(std::uint64_t total, std::size_t count, std::uint64_t seed);

/// Row-major indices into an n x n matrix: all when they are at most `count`; else the four corners, random places on
/// the four edges (a quarter of `count`) and random places anywhere. `count` is at least 8.
[[nodiscard]] std::vector<std::uint64_t> sample_matrix_indices(std::uint64_t n, std::size_t count, std::uint64_t seed);

}  // namespace rooflens::kernels
