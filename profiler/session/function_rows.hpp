// Rows of functions whose instructions were looked at.
#pragma once

#include <vector>

#include "models/record/instruction.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// The caller owns the transaction.
void insert_function(Database& database, const models::FunctionProfile& function);
/// All functions in the order they were written. Throws InvalidContents for a row that belongs to none of them.
[[nodiscard]] std::vector<models::FunctionProfile> read_functions(Database& database);

}  // namespace rooflens::session
