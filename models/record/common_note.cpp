#include "models/record/common_note.hpp"

#include <algorithm>
#include <tuple>

namespace rooflens::models {

std::vector<CommonNote> common_notes(const std::vector<Note>& notes) {
  const auto words = [](const Note& n) { return std::tie(n.level, n.topic, n.text, n.remedy); };
  std::vector<CommonNote> all;
  for (const Note& note : notes) {
    auto known = std::find_if(all.begin(), all.end(), [&](const auto& c) { return words(c.note) == words(note); });
    if (known == all.end()) known = all.insert(all.end(), {note, {}});
    if (note.process) known->processes.insert(*note.process);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.note.level > b.note.level; });
  return all;
}

}  // namespace rooflens::models
