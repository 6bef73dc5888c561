// Advice on operands that stay in the host's memory.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// Where reading the host's memory, or writing it, keeps the link kHardlyBusy busy, or may do so: what the kernel gains
/// with these operands in the GPU's memory. At most it takes as long as its other resources need, DRAM with these bytes
/// among them; data that are used once are no faster to copy first.
[[nodiscard]] std::optional<Advice> host_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models
