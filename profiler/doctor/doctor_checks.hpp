// The preflight's judgement: what was found out, as a list of statements that a person can act on. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profiler/doctor/doctor_facts.hpp"

namespace rooflens::doctor {

enum class Status {
  problem,  ///< counters cannot be collected
  warning,  ///< they can, but not everything, not undisturbed, or not in every program
  unknown,  ///< could not be found out
  ok,
};

/// "problem", "warning", "unknown", "ok"
[[nodiscard]] std::string_view name(Status status);

struct Check {
  std::string id;  ///< stable: "driver", "permission", ...
  Status status = Status::ok;
  std::string fact;         ///< what was found, with names, numbers and paths
  std::string consequence;  ///< why it matters; may be empty
  std::string remedy;       ///< what to do; may be empty, may have several lines
  bool at_start = true;     ///< if it is wrong, worth a line whenever something is about to be profiled
};

/// Judges every fact; the worst comes first. What does not apply (the state of GPUs without a driver) is left out.
[[nodiscard]] std::vector<Check> diagnose(const Facts& facts);

/// Whether no check is a problem.
[[nodiscard]] bool counters_can_be_collected(const std::vector<Check>& checks);

}  // namespace rooflens::doctor
