// Rows of what is to be known of the run.
#include "profiler/session/tables.hpp"

#include "profiler/session/rows.hpp"

namespace rooflens::session {

void insert_notes(Database& database, std::span<const models::Note> notes) {
  Statement insert = prepare_insert<models::Note>(database, "note", {});
  for (const models::Note& note : notes) insert_row(insert, note);
}

std::vector<models::Note> read_notes(Database& database) {
  std::vector<models::Note> notes;
  Statement select = prepare_select<models::Note>(database, "note", {}, "ORDER BY ordinal");
  while (select.step()) notes.push_back(read_row<models::Note>(select, 0));
  return notes;
}

}  // namespace rooflens::session
