// The DRAM roof of one mix of reads and writes: DRAM that turns between the two moves less than with one of them alone.
#pragma once

#include <optional>

#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// What DRAM was seen to move with `read_share` (0..1) of the bytes read: what the probes of streams reached, with the
/// time of a byte in a straight line between the two nearest mixes, or the maximum of the latency sweep at that mix and
/// the median error of its curve, whichever is more; and no more than the DRAM roof. That roof where it was not
/// measured, or no probe of another mix was recorded, or the share is not known. Nothing without a DRAM roof.
[[nodiscard]] std::optional<ByteRate> dram_roof(const Ceilings& ceilings, std::optional<double> read_share);

/// The least of these over all shares; nothing where no mix was probed.
[[nodiscard]] std::optional<ByteRate> slowest_dram_roof(const Ceilings& ceilings);

}  // namespace rooflens::models
