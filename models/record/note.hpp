// Something to be known of a run as a whole: what was not recorded, or not completely, and why.
#pragma once

#include <optional>
#include <string>

#include "models/base/enum_names.hpp"

namespace rooflens::models {

enum class NoteLevel {
  information,  ///< good to know
  warning,      ///< something that one would look for is missing, or a number covers less than it seems to
};
template <>
inline constexpr auto kNames<NoteLevel> = std::to_array<std::string_view>({"information", "warning"});

struct Note {
  NoteLevel level = NoteLevel::warning;
  std::string topic;           ///< stable id: "permission", "sampled", "disk-full", "killed", ...
  std::string text;            ///< what happened and why; no capital, no full stop
  std::string remedy;          ///< what to do; empty: nothing is known to help
  std::optional<int> process;  ///< Process::id of the one that it is about; none: of no single one
};

}  // namespace rooflens::models
