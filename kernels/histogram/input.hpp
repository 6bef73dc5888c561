// The input of histogram as a function of the index, the same on CPU and GPU.
#pragma once

#include "kernels/random.hpp"

namespace rooflens::kernels::histogram {

enum class Distribution { uniform, skewed, constant };

struct BinInput {
  std::uint64_t seed = 0;
  std::uint32_t bins = 1;
  Distribution distribution = Distribution::uniform;

  /// The bin of element `index`, below `bins`.
  [[nodiscard]] constexpr std::uint32_t operator()(std::uint64_t index) const {
    // 32 random bits stand for u in [0, 1). Skewed: u^4, so that bin 0 gets the fourth root of its width.
    std::uint64_t u = random_bits(seed, distribution == Distribution::constant ? 0 : index) >> 32;
    if (distribution == Distribution::skewed) {
      u = u * u >> 32;
      u = u * u >> 32;
    }
    return static_cast<std::uint32_t>(u * bins >> 32);
  }
};

}  // namespace rooflens::kernels::histogram
