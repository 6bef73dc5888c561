// What `rooflens ceilings` measured, probe by probe, as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/roofs/ceiling.hpp"

namespace rooflens::reports {

/// Where single probes of a session are not known.
inline constexpr std::string_view kProbesNotRecorded =
    "not recorded apart: DRAM read, write, copy and triad, launch latency, empty kernel";

/// "DRAM read"; the id of a probe that this version does not know.
[[nodiscard]] std::string probe_label(std::string_view probe);

/// "4.63 TB/s", "8.20 µs".
[[nodiscard]] std::string probe_value_text(const models::MeasuredRoof& roof);

/// "1974 MHz"; a dash where the clock was not read.
[[nodiscard]] std::string probe_clock_text(const models::MeasuredRoof& roof);

/// Those that no roof shows (models::is_beside_roofs).
[[nodiscard]] std::vector<const models::MeasuredRoof*> probes_beside_roofs(const models::ProbeResults& probes);

/// "DRAM read 4.63 TB/s, DRAM write 4.67 TB/s, ..." of probes_beside_roofs(), or kProbesNotRecorded where roofs were
/// measured without them; empty where none was measured.
[[nodiscard]] std::string probes_text(const models::Ceilings& ceilings);

}  // namespace rooflens::reports
