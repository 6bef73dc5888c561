// Whether the number formats that were counted did all that the tensor pipe did: one that was not counted would leave
// some of its active cycles over.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace rooflens::inject {

/// Instructions that keep the pipe at its peak explain its cycles exactly (wgmma on an H200, library kernels among
/// them); those that run below it, as mma.sync at two thirds there, explain too little, and formats that are counted
/// twice too much.
inline constexpr double kExplainedWithin = 0.001;

/// `cycles`: in which the pipe was active, of the average SM; of each format `operations`, of the whole GPU, and their
/// `peaks`, how many of them the GPU makes in a cycle. False where one of them is no number, or the pipe was idle.
[[nodiscard]] inline bool explains(double cycles, std::span<const double> operations, std::span<const double> peaks) {
  double explained = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) explained += operations[i] / peaks[i];
  return cycles > 0 && std::abs(explained - cycles) <= kExplainedWithin * cycles;
}

}  // namespace rooflens::inject
