// What several processes of a run have to say in the same words, said once.
#pragma once

#include <set>
#include <vector>

#include "models/record/note.hpp"

namespace rooflens::models {

struct CommonNote {
  Note note;                ///< of the first that says it
  std::set<int> processes;  ///< Process::id of all that say it; empty: it is about no single one
};

/// Notes of the same level, topic, text and remedy are one: warnings first, else in the order they were made.
[[nodiscard]] std::vector<CommonNote> common_notes(const std::vector<Note>& notes);

}  // namespace rooflens::models
