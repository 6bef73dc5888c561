// From a parameter to a template argument: kernels whose loops are unrolled over a radius exist once for each of them.
#pragma once

#include <cstdint>
#include <type_traits>

namespace rooflens::kernels {

/// f(std::integral_constant<int, value>) for a value between kFirst and kLast.
template <int kFirst, int kLast, typename Function>
auto with_constant(std::int64_t value, Function f) {
  if constexpr (kFirst < kLast) {
    if (value != kFirst) return with_constant<kFirst + 1, kLast>(value, f);
  }
  return f(std::integral_constant<int, kFirst>{});
}

}  // namespace rooflens::kernels
