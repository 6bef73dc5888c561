// A machine's roofs in the JSON report.
#pragma once

#include "models/roofs/ceiling.hpp"
#include "reports/json/json_put.hpp"

namespace rooflens::reports {

[[nodiscard]] Json ceilings_json(const models::Ceilings& ceilings);

}  // namespace rooflens::reports
