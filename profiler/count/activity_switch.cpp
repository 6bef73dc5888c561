#include "profiler/count/activity_switch.hpp"

#include <chrono>
#include <thread>

#include "profiler/cupti/activity_calls.hpp"
#include "profiler/observe/realtime.hpp"

namespace rooflens::inject {
namespace {

constexpr auto kPatience = std::chrono::seconds(2);        // with what takes microseconds
constexpr auto kFlushed = std::chrono::milliseconds(5);    // as long as most take
constexpr auto kStopped = std::chrono::milliseconds(200);  // longer than a moment's sleep: the process was stopped

}  // namespace

// Empty where it is not to be had.
std::unique_lock<std::mutex> ActivitySwitch::hold() {
  std::unique_lock lock(mutex_, std::defer_lock);
  auto before = std::chrono::steady_clock::now();
  for (auto until = before + kPatience; !lost_ && !lock.try_lock();) {
    const auto now = std::chrono::steady_clock::now();
    if (now - before > kStopped) until += now - before;
    if (now >= until) lost_ = true;
    before = now;
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  return lock;
}

bool ActivitySwitch::begin() {
  const auto lock = hold();
  if (!lock) return false;
  const bool begun = collect::cupti::enable_activity(*api_, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  begun_ = recording_ = begun;
  return begun;
}

bool ActivitySwitch::pause() {
  const auto lock = hold();
  if (!lock) return false;
  if (!begun_ || pauses_++ > 0) return true;
  note_switch();
  collect::cupti::disable_activity(*api_, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  recording_ = false;
  note_switch();
  return true;
}

void ActivitySwitch::end() {
  const auto lock = hold();
  if (lock && begun_.exchange(false)) collect::cupti::disable_activity(*api_, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  recording_ = false;
}

void ActivitySwitch::resume() {
  const auto lock = hold();
  if (!lock || !begun_ || --pauses_ > 0) return;
  note_switch();
  recording_ = collect::cupti::enable_activity(*api_, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  note_switch();
}

void ActivitySwitch::settle() {
  for (int times = owed_.exchange(0); times > 0; --times) resume();
}

// Each side says what it does before it looks at the other's.
void ActivitySwitch::flush() {
  flushing_ = true;
  if (patched_ == 0) api_->ActivityFlushAll(0);
  flushing_ = false;
}

bool ActivitySwitch::begin_patched() {
  ++patched_;
  const auto until = std::chrono::steady_clock::now() + kFlushed;
  while (flushing_) {
    if (std::chrono::steady_clock::now() >= until) {
      --patched_;
      return false;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  return true;
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
    static_cast<void>(pause());
  } else {
    resume();
  }
}

}  // namespace rooflens::inject
