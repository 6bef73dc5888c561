// What a picture says of roofs that it cannot draw.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/chart/content.hpp"

namespace rooflens::reports::chart {

/// Adds to `content` what its marks counted that no roof is known for; `levels_alone` leaves number formats out.
void note_missing_roofs(Content& content, bool levels_alone = false);

/// "No roof is known for L2 and INT8 tensor: `rooflens ceilings` measures them." with `where` ("of A") behind the
/// names; empty without names.
[[nodiscard]] std::string missing_roofs_sentence(const std::vector<std::string>& names, std::string_view where = "");

}  // namespace rooflens::reports::chart
