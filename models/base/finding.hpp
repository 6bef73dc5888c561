// A statement about a kernel or a run that a person can act on.
#pragma once

#include <string>

#include "models/base/enum_names.hpp"

namespace rooflens::models {

enum class Severity {
  note,     ///< good to know
  warning,  ///< a number shown cannot be taken at face value
  failure,  ///< the result is wrong
};
template <>
inline constexpr auto kNames<Severity> = std::to_array<std::string_view>({"note", "warning", "failure"});

struct Finding {
  Severity severity = Severity::note;
  std::string topic;        ///< stable id: "coalescing", "bank-conflicts", "above-roof", ...
  std::string cause;        ///< what was seen, with the number
  std::string consequence;  ///< why it matters
  std::string remedy;       ///< what to change
};

}  // namespace rooflens::models
