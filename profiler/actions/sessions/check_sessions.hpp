// New sessions held against those of a baseline, under the same conditions.
#pragma once

#include <string>
#include <vector>

#include "models/compare/gate.hpp"
#include "profiler/actions/sessions/compare_sessions.hpp"

namespace rooflens::actions {

struct CheckRequest {
  std::vector<std::string> candidate;  ///< sessions to check
  std::vector<std::string> base;
  std::vector<models::Limit> limits;
  std::vector<models::Condition> allowed;  ///< conditions that may differ
  bool missing_allowed = false;
  bool precision_allowed = false;
};

/// The gate points into the sessions.
struct CheckResult {
  LoadedSessions base;
  LoadedSessions candidate;
  models::Gate gate;
  std::vector<models::ConditionDifference> differences;  ///< that were allowed, each once
};

/// Throws CommandError where one session is named twice, conditions differ, or nothing would be compared.
[[nodiscard]] CheckResult check_sessions(const CheckRequest& request);

}  // namespace rooflens::actions
