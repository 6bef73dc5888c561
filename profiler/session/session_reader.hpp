// Reads the whole recording out of an open session.
#pragma once

#include "models/record/recording.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// All tables at one moment, checked. Throws InvalidContents or SqliteError. `beside` as for read_observations().
[[nodiscard]] models::Recording read_recording(Database& database, Database* beside = nullptr);

}  // namespace rooflens::session
