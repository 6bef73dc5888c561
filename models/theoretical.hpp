// Theoretical roofs from queried device properties and the throughput that each architecture publishes per SM and
// clock. Sources: CUDA C++ Programming Guide and Best Practices Guide, "Arithmetic Instructions"; vendor white papers
// for tensor rates and for the clock that tensor peaks are quoted at.
#pragma once

#include <optional>
#include <vector>

#include "models/ceiling.hpp"
#include "models/machine.hpp"

namespace rooflens::models {

/// Results per SM and clock of a compute capability; an FMA is one result, that is two operations.
struct Throughput {
  ComputeCapability compute_capability;
  double fp64, fp32, fp16, int32;
};

/// Dense tensor operations per SM and clock (an FMA counts two). Zero = the pipe does not exist.
struct TensorThroughput {
  ComputeCapability compute_capability;
  double fp64, tf32, bf16, fp16, fp8, int8;
};

/// Nothing for an architecture that the table does not know.
[[nodiscard]] std::optional<Throughput> throughput(ComputeCapability cc);

/// Nothing where the compute capability alone does not settle it (GeForce and professional boards differ).
[[nodiscard]] std::optional<TensorThroughput> tensor_throughput(ComputeCapability cc);

/// Roofs at the given SM and memory clock: DRAM, L1, shared memory, and each precision the tables know. L2 has no
/// property to compute it from: it comes from counters or measurement. A roof whose property or clock is zero, that is
/// not known, is left out.
[[nodiscard]] Ceilings theoretical_ceilings(const DeviceProperties& device, Hertz sm_clock, Hertz memory_clock,
                                            ClockBasis basis);

}  // namespace rooflens::models
