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

void note_cupti_user(Logbook& logbook);

}  // namespace rooflens::inject
