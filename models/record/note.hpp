// Something to be known of a run as a whole: what was not recorded, or not completely, and why.
#pragma once

#include <optional>
#include <string>

namespace rooflens::models {

enum class NoteLevel {
  information,  ///< good to know
  warning,      ///< something that one would look for is missing, or a number covers less than it seems to
};

struct Note {
  NoteLevel level = NoteLevel::warning;
  std::string topic;           ///< stable id: "permission", "sampled", "disk-full", "killed", ...
  std::string text;            ///< what happened and why; no capital, no full stop
  std::string remedy;          ///< what to do; empty: nothing is known to help
  std::optional<int> process;  ///< Process::id of the one that it is about; none: of no single one
};

}  // namespace rooflens::models
