// Rows of what is to be known of the run.
#pragma once

#include <span>
#include <vector>

#include "models/record/note.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// After those that are there. The caller owns the transaction.
void insert_notes(Database& database, std::span<const models::Note> notes);
/// All notes in the order they were written.
[[nodiscard]] std::vector<models::Note> read_notes(Database& database);

}  // namespace rooflens::session
