// Findings as the page's data has them: severity, topic, cause, consequence, remedy.
#pragma once

#include <vector>

#include "models/base/finding.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {

inline void write_findings(JsonText& to, const std::vector<models::Finding>& findings) {
  to.begin_array();
  for (const models::Finding& f : findings) {
    to.row(static_cast<int>(f.severity), clean_utf8(f.topic), clean_utf8(f.cause), clean_utf8(f.consequence),
           clean_utf8(f.remedy));
  }
  to.end_array();
}

}  // namespace rooflens::reports
