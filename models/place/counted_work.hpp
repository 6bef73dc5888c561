// Whether a probe did what its roof says: its work as counters saw it.
#pragma once

#include <optional>

#include "models/counters/counters.hpp"
#include "models/roofs/probe.hpp"

namespace rooflens::models {

/// Bytes at the probe's level, or operations of its precision, of one launch; nothing where no counter tells.
[[nodiscard]] std::optional<double> counted_work(const ProbeInfo& probe, const CounterSet& counters);

}  // namespace rooflens::models
