// Advice on data that DRAM delivers more than once to one launch.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// Where the task is not known: more bytes were read from DRAM than there are in all allocations that the launch's
/// arguments point into (kArgumentBytes), so some seem to be read again; up to what is left if each is read once.
/// Nothing where local memory is used, which is in no argument, and where DRAM takes less than kPartOfTheTime of the
/// time.
[[nodiscard]] std::optional<Advice> reread_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models
