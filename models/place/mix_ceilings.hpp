// Compute roofs lowered to what a kernel's own mix of instructions can reach: number formats that share a pipe or do
// not, arithmetic that is not fused, and issue slots that other instructions take.
#pragma once

#include <optional>
#include <span>

#include "models/base/quantity.hpp"
#include "models/place/operations.hpp"

namespace rooflens::models {

/// A share of the operations and the roof of the pipe that does them.
struct PipeShare {
  double share = 0;  ///< of all operations; the shares of a mix add up to 1
  OperationRate roof;
};

/// Roofs of a mix of number formats, all operations together: the truth lies between.
struct MixedPrecisionCeiling {
  OperationRate one_pipe;        ///< 1 / sum(share / roof): they take turns
  OperationRate separate_pipes;  ///< 1 / max(share / roof): they run side by side
};

/// Nothing for an empty mix, shares that are negative or do not add up to 1 (within 1e-9), or a roof that is not above
/// zero.
[[nodiscard]] std::optional<MixedPrecisionCeiling> mixed_precision_ceiling(std::span<const PipeShare> mix);

/// The same for a kernel's floating-point operations; nothing if one of its formats has no roof, or it has none.
[[nodiscard]] std::optional<MixedPrecisionCeiling> mixed_precision_ceiling(std::span<const PrecisionWork> operations);

/// P (1 + f) / 2 with f the fused share of all additions, products and fused pairs: half of the roof without any. The
/// three are instruction counts; nothing if one is negative or all are zero. Williams et al., "8 Steps to 3.7 TFLOP/s",
/// 2020.
[[nodiscard]] std::optional<OperationRate> fma_mix_ceiling(OperationRate peak, double additions, double products,
                                                           double fused);

/// What the schedulers can issue: `arithmetic_share` of all issued warp instructions is arithmetic, of which the share
/// `fused_share` counts two operations a lane. SMs * 4 * 32 lanes * clock. Nothing for shares outside 0..1, no SMs or
/// no clock.
[[nodiscard]] std::optional<OperationRate> issue_ceiling(int sm_count, Hertz clock, double arithmetic_share,
                                                         double fused_share);

}  // namespace rooflens::models
