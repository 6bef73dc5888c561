#include "profiler/inject/activity_switch.hpp"

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
}

void ActivitySwitch::resume() {
  const std::lock_guard lock(mutex_);
  if (!begun_ || --pauses_ > 0) return;
  recording_ = api_->ActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) == CUPTI_SUCCESS;
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
