// Launches that take no longer than to make them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/explain/analysis.hpp"

namespace rooflens::models {

struct TinyLaunches {
  std::uint64_t launches = 0;
  std::size_t kernels = 0;
  double share_of_time = 0;           ///< of all kernels
  std::optional<double> idle;         ///< share of the measured time in which no kernel ran; absent: not measured
  std::optional<double> around_them;  ///< the part of it beside such launches
  bool beside_graphs = false;         ///< the application launches graphs, of which some of them may be nodes
};

/// Of an application; none of kernels that were run by themselves.
[[nodiscard]] TinyLaunches tiny_launches(const MachineKernels& analysis);

}  // namespace rooflens::models
