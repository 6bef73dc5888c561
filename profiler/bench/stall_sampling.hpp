// The seam to samples of warps: what those of one request wait for. Before anything is counted in this process, for
// afterwards CUPTI samples nothing.
#pragma once

#include <vector>

#include "models/record/instruction.hpp"
#include "profiler/bench/collector.hpp"

namespace rooflens::collect {

class StallSampling {
 public:
  virtual ~StallSampling() = default;
  /// Launches the request some more times, which are neither timed nor counted. A profile for each of its functions
  /// that was met, without machine and process.
  [[nodiscard]] virtual std::vector<models::FunctionProfile> sample(const Request& request) = 0;
  /// Whether samples were lost because they came faster than they could be read.
  [[nodiscard]] virtual bool lost_some() const = 0;
};

}  // namespace rooflens::collect
