// Which lane gets whose element: the definition of every variant of shuffle, for the CPU reference and the device's
// check. The kernels themselves leave it to the shuffle instructions.
#pragma once

#include <cstdint>

namespace rooflens::kernels::shuffle {

enum class Kind { one_to_all, up, down, wrap, xor_lanes, xor_array, swap_by_index };

/// Elements that a thread of the array variants holds.
inline constexpr std::int64_t kHeld = 4;

/// The parameters of all variants; those that a variant lacks are 0.
struct Exchange {
  int width = 32;  ///< lanes of a segment, which keep to themselves: a power of two
  int by = 0;      ///< the lane to broadcast, the distance, or the mask
  int first = 0;   ///< swap-by-index: what the lower lane of a pair exchanges ...
  int second = 0;  ///< ... and what the upper one does
};

/// The thread that `thread` gets its value from.
[[nodiscard]] constexpr std::int64_t source_thread(Kind kind, const Exchange& exchange, std::int64_t thread) {
  const std::int64_t width = exchange.width;
  const std::int64_t lane = thread % width;
  const std::int64_t segment = thread - lane;
  switch (kind) {
    case Kind::one_to_all:
      return segment + exchange.by % width;
    case Kind::up:
      return lane < exchange.by ? thread : thread - exchange.by;
    case Kind::down:
      return lane + exchange.by < width ? thread + exchange.by : thread;
    case Kind::wrap:
      return segment + ((lane + exchange.by) % width + width) % width;
    case Kind::xor_lanes:
    case Kind::xor_array:
    case Kind::swap_by_index:
      break;
  }
  return segment + (lane ^ (exchange.by % width));
}

/// The input element that output element i is.
[[nodiscard]] constexpr std::int64_t source_element(Kind kind, const Exchange& exchange, std::int64_t i) {
  if (kind != Kind::xor_array && kind != Kind::swap_by_index) return source_thread(kind, exchange, i);
  const std::int64_t thread = i / kHeld;
  const std::int64_t held = i % kHeld;
  const std::int64_t other = source_thread(kind, exchange, thread);
  if (kind == Kind::xor_array) return other * kHeld + held;
  if (thread < other && held == exchange.first) return other * kHeld + exchange.second;
  if (thread > other && held == exchange.second) return other * kHeld + exchange.first;
  return i;
}

}  // namespace rooflens::kernels::shuffle
