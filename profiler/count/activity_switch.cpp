#include "profiler/count/activity_switch.hpp"

#include <algorithm>

#include "profiler/observe/realtime.hpp"

namespace rooflens::inject {

bool ActivitySwitch::begin() {
  const std::lock_guard lock(mutex_);
  begun_ = api_->ActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) == CUPTI_SUCCESS;
  recording_ = begun_;
  return begun_;
}

void ActivitySwitch::pause() {
  const std::lock_guard lock(mutex_);
  if (!begun_ || pauses_++ > 0) return;
  api_->ActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  recording_ = false;
  const std::lock_guard pauses_lock(pauses_mutex_);
  switched_at_ns_.push_back(realtime_ns());
}

void ActivitySwitch::resume() {
  const std::lock_guard lock(mutex_);
  if (!begun_ || --pauses_ > 0) return;
  recording_ = api_->ActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) == CUPTI_SUCCESS;
  const std::lock_guard pauses_lock(pauses_mutex_);
  switched_at_ns_.push_back(realtime_ns());
}

bool ActivitySwitch::paused_between(std::int64_t begin_ns, std::int64_t end_ns) {
  const std::lock_guard lock(pauses_mutex_);
  const auto next = std::lower_bound(switched_at_ns_.begin(), switched_at_ns_.end(), begin_ns);
  return next != switched_at_ns_.end() && *next <= end_ns;
}

void ActivitySwitch::rest(bool resting) {
  if (resting_.exchange(resting) == resting) return;
  if (resting) {
    pause();
  } else {
    resume();
  }
}

}  // namespace rooflens::inject
