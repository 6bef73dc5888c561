// Kernels of an application of which nobody knows how near they come to a roof. Missing is not zero: they may leave as
// much as all others.
#pragma once

#include <string>
#include <vector>

namespace rooflens::models {

struct AnalysedKernel;

struct UnplacedTime {
  double share = 0;      ///< of GPU time
  std::string function;  ///< base_name() of the one that takes most of it; empty: none does
};

[[nodiscard]] UnplacedTime unplaced_time(const std::vector<AnalysedKernel>& kernels);

}  // namespace rooflens::models
