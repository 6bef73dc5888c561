// The tables of a session: made in a new file, and recognised in one that is read.
#pragma once

#include "profiler/session/database.hpp"

namespace rooflens::session {

/// PRAGMA application_id of every session, whatever its format: "RLNS" in ASCII.
inline constexpr std::int64_t kApplicationId = 0x524C4E53;

/// Makes tables and views and stamps the file, in one transaction.
void create_schema(Database& database);

/// Throws InvalidContents unless the tables and their columns are those of this build's format. Views and further
/// tables are nobody's concern: they are never read.
void require_schema(Database& database);

}  // namespace rooflens::session
