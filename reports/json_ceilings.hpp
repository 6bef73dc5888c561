// A machine's roofs in the JSON report.
#pragma once

#include "models/ceiling.hpp"
#include "reports/json_put.hpp"

namespace rooflens::reports {

[[nodiscard]] Json ceilings_json(const models::Ceilings& ceilings);

}  // namespace rooflens::reports
