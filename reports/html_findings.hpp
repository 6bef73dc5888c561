// Findings as the page's data has them: severity, topic, cause, consequence, remedy. Private to the html report.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "models/finding.hpp"
#include "reports/format.hpp"

namespace rooflens::reports {

[[nodiscard]] inline nlohmann::json page_findings(const std::vector<models::Finding>& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const models::Finding& f : findings) {
    list.push_back({static_cast<int>(f.severity), clean_utf8(f.topic), clean_utf8(f.cause), clean_utf8(f.consequence),
                    clean_utf8(f.remedy)});
  }
  return list;
}

}  // namespace rooflens::reports
