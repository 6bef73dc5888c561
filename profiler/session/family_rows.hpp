// Rows of the families of catalogue kernels.
#pragma once

#include <vector>

#include "models/record/family.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// The caller owns the transaction.
void insert_family(Database& database, const models::Family& family);
/// All families in the order they were written. Throws InvalidContents for a row that belongs to none of them.
[[nodiscard]] std::vector<models::Family> read_families(Database& database);

}  // namespace rooflens::session
