// Work beyond the task's that no known inefficiency explains: which resource has it, and what usually makes less of it.
#pragma once

#include <optional>

#include "models/explain/advice.hpp"

namespace rooflens::models {

struct Gap;

/// "atomics" where the excess is theirs, else "unclassified"; up to all of it may go. Nothing where it is not known
/// what the task needs.
[[nodiscard]] std::optional<Advice> excess_advice(const Gap& gap);

}  // namespace rooflens::models
