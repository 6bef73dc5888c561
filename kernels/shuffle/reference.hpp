// What the kernels of shuffle do, on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"
#include "kernels/shuffle/exchange.hpp"

namespace rooflens::kernels::shuffle {

/// Element i of n; elements from n on are 0.
[[nodiscard]] inline float reference(const Input& in, std::uint64_t n, Kind kind, const Exchange& exchange,
                                     std::uint64_t i) {
  const auto source = static_cast<std::uint64_t>(source_element(kind, exchange, static_cast<std::int64_t>(i)));
  return source < n ? in(source) : 0.0F;
}

}  // namespace rooflens::kernels::shuffle
