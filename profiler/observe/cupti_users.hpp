// The application's own use of CUPTI, which has one place for a listener, one for those who take records and one for
// those who count: the application keeps them, and what it records stays complete.
#pragma once

#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

/// A call by which another object begins to use CUPTI.
struct CuptiUse {
  const void* function;  ///< of the copy of CUPTI that the call was made to
  bool leaves_room;      ///< for another listener that takes records, where the copy allows several
};

/// From now on `step_aside` is called before a call by which another object begins to use CUPTI: subscribing, taking
/// records, counting, sampling or ending it. The call goes on to the copy of CUPTI that it was made to, which is
/// whatever exports these functions. Called again for copies that are loaded later; costs nothing where there are none.
/// Pointers that dlsym gave before are not seen.
void watch_for_cupti_users(void (*step_aside)(const CuptiUse&));

/// Whether a loaded object has begun to, or may have, as far as can be told:
/// CUPTI 13.0 does not say whether somebody takes its records.
[[nodiscard]] bool cupti_is_used();

/// `from_the_start`: nothing was recorded at all.
void note_cupti_user(Logbook& logbook, bool from_the_start = false);

/// We keep listening beside the application; only its counters are left to it.
void note_cupti_shared(Logbook& logbook);

}  // namespace rooflens::inject
