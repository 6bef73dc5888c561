// The application's own use of CUPTI, which has one place for a listener and one for those who take records: the
// application keeps both, and its records stay complete.
#pragma once

#include <memory>

#include "profiler/cupti/api.hpp"
#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

/// From now on `step_aside` is called before a call by which an object loaded now begins to use CUPTI: subscribing, and
/// taking activity records. Called again for objects that are loaded later; costs nothing where there are none. Calls
/// through pointers that dlsym gave are not seen.
void watch_for_cupti_users(const std::shared_ptr<const collect::cupti::Api>& api, void (*step_aside)());

/// Whether a loaded object has begun to, as far as can be told:
/// CUPTI 13.0 does not say whether somebody takes its records.
[[nodiscard]] bool cupti_is_used();

/// `from_the_start`: nothing was recorded at all.
void note_cupti_user(Logbook& logbook, bool from_the_start = false);

}  // namespace rooflens::inject
