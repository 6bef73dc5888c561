// Reads a whole session and checks everything in it.
#include <algorithm>

#include "profiler/session/failure.hpp"
#include "profiler/session/observation_rows.hpp"
#include "profiler/session/possible.hpp"
#include "profiler/session/schema.hpp"
#include "profiler/session/session.hpp"
#include "profiler/session/source_file.hpp"
#include "profiler/session/tables.hpp"
#include "profiler/session/validate.hpp"

namespace rooflens::session {
namespace {

// All tables at one moment. `beside` as for read_observations().
models::Recording read_recording(Database& database, Database* beside) {
  models::Recording recording{
      .provenance = read_provenance(database),
      .processes = read_processes(database),
      .machines = read_machines(database),
      .observations = read_observations(database, beside),
      .functions = read_functions(database),
      .families = read_families(database),
      .notes = read_notes(database),
  };
  validate(recording);
  return recording;
}

bool has_altered_part(const models::Recording& recording) {
  return std::any_of(recording.notes.begin(), recording.notes.end(),
                     [](const models::Note& note) { return note.topic == models::kAltered; });
}

}  // namespace

models::Recording load(const std::filesystem::path& path) {
  return explaining(path, Access::reading, [&] {
    SourceFile source = open_source(path, current_format());
    try {
      source.database.execute("BEGIN");  // all tables of one moment, while a run may still be writing
      require_schema(source.database);
      models::Recording recording = read_recording(source.database, source.beside ? &*source.beside : nullptr);
      require_possible(recording);
      recording.provenance.altered = source.is_altered();
      if (has_altered_part(recording)) recording.provenance.altered = true;
      source.require_sound();
      return recording;
    } catch (...) {
      source.require_sound();  // damage says best why a file could not be read
      throw;
    }
  });
}

}  // namespace rooflens::session
