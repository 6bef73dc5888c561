// What no GPU can do: a launch that does not fit, a roof far above what the properties allow, work that would have
// passed through DRAM or a pipe faster than that. Asked of a session that is read, not of one that is written: what was
// measured is kept, whatever it is.
#pragma once

#include "models/record/recording.hpp"

namespace rooflens::session {

/// Throws InvalidContents for the first value that no GPU reaches. A property that is zero, thus not known, limits
/// nothing. `recording` is valid (validate.hpp).
void require_possible(const models::Recording& recording);

}  // namespace rooflens::session
