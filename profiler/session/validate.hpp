// What can stand in a session. The same rules hold when rows are written and when they are read, so that nothing is
// silently changed on the way in (SQLite stores NaN as NULL) and nothing is believed on the way out.
#pragma once

#include <set>

#include "models/record/recording.hpp"

namespace rooflens::session {

/// The ids that observations, functions and notes may refer to.
struct KnownIds {
  std::set<int> machines;
  std::set<int> processes;
};

/// Each throws InvalidContents, naming the thing and the field: text that is not UTF-8, numbers that are not finite,
/// negative counts, amounts and times, a counter outside its own range, more launches observed than made.
void validate(const models::Provenance& provenance);
void validate(const models::Process& process);
void validate(const models::Machine& machine);
void validate(const models::Observation& observation, const KnownIds& known);
void validate(const models::FunctionProfile& function, const KnownIds& known);
void validate(const models::Family& family);
void validate(const models::Note& note, const KnownIds& known);
/// All of it, and that ids are unique.
void validate(const models::Recording& recording);

}  // namespace rooflens::session
