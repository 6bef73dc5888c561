// What single probes of `rooflens ceilings` reached, as the page's data has it.
#pragma once

#include <nlohmann/json.hpp>

#include "models/roofs/ceiling.hpp"

namespace rooflens::reports {

/// `when`, `rows` (label, value, spread, SM clock, counted share, the point that won; null where not known) and
/// `refused` (label, reason); null where the session has no probes.
[[nodiscard]] nlohmann::json probes_json(const models::Ceilings& ceilings);

}  // namespace rooflens::reports
