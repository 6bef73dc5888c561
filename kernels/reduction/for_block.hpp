// Block sizes that the compiler must know: from the parameter to a constant.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace rooflens::kernels::reduction {

/// function(size) with `block` as an integral constant; kBlockParameter names the values that there are.
template <typename Function>
[[nodiscard]] auto for_block(std::int64_t block, Function function) {
  switch (block) {
    case 32:
      return function(std::integral_constant<unsigned int, 32>{});
    case 64:
      return function(std::integral_constant<unsigned int, 64>{});
    case 128:
      return function(std::integral_constant<unsigned int, 128>{});
    case 256:
      return function(std::integral_constant<unsigned int, 256>{});
    case 512:
      return function(std::integral_constant<unsigned int, 512>{});
    case 1024:
      return function(std::integral_constant<unsigned int, 1024>{});
    default:
      throw std::logic_error("no kernel for " + std::to_string(block) + " threads per block");
  }
}

}  // namespace rooflens::kernels::reduction
