#include "profiler/count/activity_switch.hpp"

#include "profiler/observe/realtime.hpp"

namespace rooflens::inject {

bool ActivitySwitch::begin() {
  const std::lock_guard lock(mutex_);
  const bool begun = api_->ActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) == CUPTI_SUCCESS;
  begun_ = recording_ = begun;
  return begun;
}

void ActivitySwitch::pause() {
  const std::lock_guard lock(mutex_);
  if (!begun_ || pauses_++ > 0) return;
  api_->ActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  recording_ = false;
  note_switch();
}

void ActivitySwitch::end() {
  const std::lock_guard lock(mutex_);
  if (begun_.exchange(false)) api_->ActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  recording_ = false;
}

void ActivitySwitch::resume() {
  const std::lock_guard lock(mutex_);
  if (!begun_ || --pauses_ > 0) return;
  recording_ = api_->ActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) == CUPTI_SUCCESS;
  note_switch();
}

void ActivitySwitch::note_switch() {
  switched_at_ns_[switches_ % kKept] = realtime_ns();
  ++switches_;
}

// Of what is older than the last switches nobody knows.
bool ActivitySwitch::paused_between(std::int64_t begin_ns, std::int64_t end_ns) const {
  const std::uint64_t switches = switches_;
  for (std::uint64_t i = switches; i > 0 && switches - i < kKept; --i) {
    const std::int64_t at_ns = switched_at_ns_[(i - 1) % kKept];
    if (at_ns < begin_ns) return false;
    if (at_ns <= end_ns) return true;
  }
  return switches > kKept;
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
