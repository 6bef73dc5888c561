// Where the threads of a block write a tile in shared memory and where they read it: the same functions for the device
// code, the CPU reference and the count of wavefronts. A bank is 4 bytes wide, and there are 32.
#pragma once

#include <array>
#include <cstdint>

namespace rooflens::kernels::shared_layout {

inline constexpr unsigned int kBanks = 32;

enum class Order { rows, columns };

/// A tile of `Height` x 32 elements in rows of `Pitch` words, a thread an element. By rows, thread t takes row t / 32
/// and column t % 32; by columns it takes column t / Height and row t % Height.
template <unsigned int Height, unsigned int Pitch, Order Write, Order Read>
struct Layout {
  static constexpr unsigned int kThreads = 32 * Height;
  static constexpr unsigned int kWords = Height * Pitch;

  [[nodiscard]] static constexpr unsigned int write_word(unsigned int thread) { return word<Write>(thread); }
  [[nodiscard]] static constexpr unsigned int read_word(unsigned int thread) { return word<Read>(thread); }

  /// The thread whose element `thread` reads.
  [[nodiscard]] static constexpr unsigned int source(unsigned int thread) {
    return Write == Read ? thread : thread % Height * 32 + thread / Height;
  }

 private:
  template <Order By>
  [[nodiscard]] static constexpr unsigned int word(unsigned int thread) {
    return By == Order::rows ? thread / 32 * Pitch + thread % 32 : thread % Height * Pitch + thread / Height;
  }
};

using RowRow = Layout<32, 32, Order::rows, Order::rows>;
using ColumnColumn = Layout<32, 32, Order::columns, Order::columns>;
using RowColumn = Layout<32, 32, Order::rows, Order::columns>;
using Padded = Layout<32, 33, Order::rows, Order::columns>;
using Rectangular = Layout<16, 32, Order::rows, Order::columns>;
/// A warp reads two columns of 16: with two words of padding a row, one takes the even banks and one the odd ones.
using RectangularPadded = Layout<16, 34, Order::rows, Order::columns>;

/// Wavefronts of one access by the warp that begins with thread `first`: the most words that it wants of one bank. The
/// words of a warp are all different.
[[nodiscard]] constexpr std::int64_t wavefronts(unsigned int (*word)(unsigned int), unsigned int first) {
  std::array<std::int64_t, kBanks> wanted{};
  std::int64_t most = 0;
  for (unsigned int lane = 0; lane < 32; ++lane) {
    const std::int64_t in_bank = ++wanted[word(first + lane) % kBanks];
    most = in_bank > most ? in_bank : most;
  }
  return most;
}

/// Wavefronts of writing a tile once and reading it once.
template <typename L>
[[nodiscard]] constexpr std::int64_t tile_wavefronts() {
  std::int64_t sum = 0;
  for (unsigned int first = 0; first < L::kThreads; first += 32) {
    sum += wavefronts(L::write_word, first) + wavefronts(L::read_word, first);
  }
  return sum;
}

}  // namespace rooflens::kernels::shared_layout
