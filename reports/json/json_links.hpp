// Links of a GPU in JSON: in the report, and in the file that `rooflens ceilings` keeps.
#pragma once

#include <span>

#include "models/roofs/link.hpp"
#include "reports/json/json_put.hpp"

namespace rooflens::reports {

[[nodiscard]] Json links_json(std::span<const models::Link> links);

}  // namespace rooflens::reports
