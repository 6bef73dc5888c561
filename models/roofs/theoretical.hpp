// Theoretical roofs from queried device properties and the throughput that each architecture publishes per SM and
// clock. Sources: CUDA C++ Programming Guide and Best Practices Guide, "Arithmetic Instructions"; vendor white papers
// for tensor rates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/device_properties.hpp"
#include "models/roofs/board.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// Results per SM and clock of a compute capability; an FMA is one result, that is two operations. Zero = there is no
/// such instruction.
struct Throughput {
  ComputeCapability compute_capability;
  double fp64, fp32;
  double fp16, bf16;  ///< packed: two results an instruction
  double int32;       ///< all integer pipes together: additions on one, multiply-adds on another
  double imad;        ///< of these the multiply-adds
  double sfu;
};

/// Dense tensor operations per SM and clock (an FMA counts two), with the accumulators that are fastest: GeForce boards
/// reach half of the FP16 and FP8 rates when they add up in FP32. Zero = the pipe does not exist.
struct TensorThroughput {
  ComputeCapability compute_capability;
  BoardClass board_class;
  double fp64, tf32, bf16, fp16, fp8, int8;
};

/// Warp instructions per SM and clock: one from each of the four schedulers (compute capability 7.0 to 12.x).
inline constexpr double kIssueRate = 4;

/// Nothing for an architecture that the table does not know.
[[nodiscard]] std::optional<Throughput> throughput(ComputeCapability cc);

/// Nothing for a pair that the table does not know: the compute capability alone does not settle it.
[[nodiscard]] std::optional<TensorThroughput> tensor_throughput(ComputeCapability cc, BoardClass board_class);

/// Roofs at the given SM and memory clock: DRAM, L1, shared memory, issue slots, SFU, and each precision the tables
/// know; tensor precisions and L2 for boards in the table. A roof whose property or clock is zero, that is not known,
/// is left out.
[[nodiscard]] Ceilings theoretical_ceilings(const DeviceProperties& device, Hertz sm_clock, Hertz memory_clock,
                                            ClockBasis basis);

/// What these roofs leave open and why, in sentences without a full stop; empty for a board in the table.
[[nodiscard]] std::vector<std::string> unknown_roofs(const DeviceProperties& device, const Ceilings& roofs);

}  // namespace rooflens::models
