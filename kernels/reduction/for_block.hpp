// Block sizes that the compiler must know: from the parameter to a constant.
#pragma once

#include <cstdint>
#include <type_traits>

namespace rooflens::kernels::reduction {

/// function(size) with `block` as an integral constant: a power of two between 32 and 1024, as kBlockParameter says.
template <unsigned int Least = 32, typename Function>
[[nodiscard]] auto for_block(std::int64_t block, Function function) {
  if constexpr (Least < 1024) {
    if (block != Least) return for_block<2 * Least>(block, function);
  }
  return function(std::integral_constant<unsigned int, Least>{});
}

}  // namespace rooflens::kernels::reduction
