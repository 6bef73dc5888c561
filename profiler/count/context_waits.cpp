// How one context's counters wait for the GPU, always with a deadline, and how they end.
#include <algorithm>
#include <string>
#include <thread>

#include "profiler/config/kernel_name.hpp"
#include "profiler/count/context_counters.hpp"

namespace rooflens::inject {
namespace {

using Clock = ContextCounters::Clock;
using Level = collect::spool::NoteRecord::Level;

constexpr Clock::duration kLeastDeadline =
    std::chrono::milliseconds(25);  // kernels that wait for the host may give up after 100
constexpr Clock::duration kUnknownDeadline = std::chrono::seconds(1);  // of kernels whose time is not known yet
constexpr Clock::duration kMostDeadline = std::chrono::seconds(30);
constexpr double kMuchLonger = 4;
constexpr Clock::duration kLook = std::chrono::milliseconds(50);         // between two looks at a deadline
constexpr Clock::duration kOthersMoment = std::chrono::milliseconds(2);  // for other contexts of the device
constexpr int kMostLate = 2;
constexpr auto kLeftPatience = std::chrono::seconds(2);  // of a program whose handler left a launch
constexpr auto kTryAgain = std::chrono::seconds(2);
constexpr auto kChangesHeld = std::chrono::seconds(2);  // of graphs, while a launch that was left runs patched code
// For a launch that another thread has counted, with all that it waits for. What does not end then never may.
constexpr Clock::duration kOthersPatience = std::chrono::minutes(1);

}  // namespace

// On the thread for CUPTI, when it is done.
void ContextCounters::let_go() noexcept {
  if (!holds_something() && !kept_) queue_.give();
  if (!phase_.release()) leave_all();
}

// What may have been begun is never used again.
void ContextCounters::leave_all() noexcept {
  leave_behind();
  resume();
  still_.end();
  phase_.abandon();
}

// Whoever uses the counters has not come back from CUPTI. Nobody waits for that any more; neither do launches of other
// threads, and records are switched on again by the library's own thread, which may wait for CUPTI.
void ContextCounters::lose() noexcept {
  if (!phase_.lose()) return;
  failed_ = s_.targets.lost = true;
  still_.end();
  if (paused_.exchange(false)) s_.activity.resume_later();
  try {
    s_.logbook.note(
        Level::warning, "cupti-hangs",
        "CUPTI did not return for many seconds: the application went on, and nothing more was counted in this "
        "process",
        "profile once more; where it happens again, --no-counters records times alone");
  } catch (...) {  // no memory
  }
}

// What goes on is given back by the thread that does it, but for a launch.
void ContextCounters::left(std::uint32_t number) noexcept {
  static_cast<void>(thread_.done_within(number, kLeftPatience));
  unwanted_ = number;
  leave_launch(number);
}

// Its range stays open, so that nothing of these counters can be used any more.
void ContextCounters::leave_launch(std::uint32_t number) noexcept {
  if (!begun_.compare_exchange_strong(number, 0)) return;
  leave_all();
  try {
    s_.logbook.note(
        Level::warning, "counters-kept",
        "counting of a launch was cut short, by a signal handler or because CUPTI took too long: nothing more is "
        "counted there");
  } catch (...) {  // no memory
  }
}

bool ContextCounters::holds_something() const {
  return rotating_ || replay_ || enabled_ || lines_ || sampler_ || left_running_;
}

// Before anything of CUPTI that waits for the GPU.
bool ContextCounters::still() {
  if (still_.begin(waited_ ? kDrainAgain : kDrain)) return true;
  waited_ = true;
  s_.targets.busy = true;
  return false;
}

bool ContextCounters::runs_patched_code() const {
  return by_ == By::lines || (by_ == By::rotation && s_.targets.scheduler(device_).patches());
}

// Of the launch that is counted: much longer than it takes.
Clock::duration ContextCounters::deadline() const {
  const double mean_ns = current_.kernel->mean_ns;
  if (mean_ns <= 0) return kUnknownDeadline;
  const double longest_ns = kMuchLonger * (runs_patched_code() ? kPatchedSlowdown : 1) * mean_ns;
  const std::chrono::duration<double, std::nano> longest(longest_ns);
  if (longest >= kMostDeadline) return kMostDeadline;
  return std::max(kLeastDeadline, std::chrono::duration_cast<Clock::duration>(longest));
}

// Its records tell how long the kernel takes, and those of earlier launches may come only now.
bool ContextCounters::ends_in_time() {
  for (const auto begin = Clock::now();;) {
    const auto left = deadline() - (Clock::now() - begin);
    if (left <= Clock::duration::zero()) return false;
    thread_.allow(left + s_.longest_wait);
    if (still_.lasts(std::min<Clock::duration>(left, kLook))) return true;
  }
}

// With any geometry.
bool ContextCounters::was_late(const std::string& function) const {
  return std::any_of(late_.begin(), late_.end(), [&](const auto& late) { return late.second.function == function; });
}

bool ContextCounters::is_put_off(const SeenKernel& kernel) const {
  const auto late = late_.find(kernel.record.kernel);
  return late != late_.end() && began_ < late->second.until;
}

// The launch may wait for what the host does next, so that the program goes on; the range stays open. Once may be
// somebody else's doing, a long copy.
void ContextCounters::leave_running() {
  SeenKernel& kernel = *current_.kernel;
  left_running_ = waited_ = true;
  if (runs_patched_code()) s_.launches.hold_changes(Clock::now() + kChangesHeld);
  Late& late = late_[kernel.record.kernel];
  late.function = kernel.record.function;
  late.until = Clock::now() + kTryAgain;
  kernel.late = true;
  if (++late.times >= kMostLate) {
    kernel.waits = true;
    scheduler().exclude(kernel.record.kernel);
  }
  s_.logbook.note(
      Level::information, "waits",
      collect::demangle(kernel.record.function) +
          " did not finish within the time that counting allows, so this launch of it is timed but not counted, and "
          "after a second one no other is: it may wait for the host or for another kernel");
}

// Whether no launch is left whose range is open.
bool ContextCounters::end_left_running(Clock::duration timeout) {
  if (!left_running_) return true;
  if (!still_.begin(timeout, true)) return false;
  left_running_ = false;
  s_.launches.hold_changes(Clock::time_point::min());
  if (by_ == By::rotation) {
    rotating_->give_up(current_);
  } else {
    lines_->after(false);
  }
  resume();
  return true;
}

bool ContextCounters::can_count() noexcept {
  CounterPhase::Use use(phase_);
  if (!use || failed_ || queue_.waits() || is_turn_of_others(Clock::now())) return false;
  if (s_.captures > 0 || samples_go_on() || left_running_) return false;
  const std::uint32_t number = thread_.next();
  return ask(use,
             [this] {
               could_count_ = still() ? number_ : 0;
               still_.end();
             }) &&
         could_count_ == number;
}

// What has ended is never given to the driver again.
bool ContextCounters::is_idle() noexcept {
  if (ended_) return true;
  const CounterPhase::Use use(phase_, kOthersMoment);
  return use && (ended_ || (s_.captures == 0 && still_.is_idle(kOthersMoment)));
}

bool ContextCounters::has_open_window() noexcept {
  if (failed_) return false;
  const CounterPhase::Use use(phase_);
  return !use || left_running_ || (rotating_ && rotating_->is_due(Clock::time_point::max()));
}

// Another stream that is captured already does not let anybody wait for the GPU.
void ContextCounters::close_window() noexcept {
  CounterPhase::Use use(phase_, kOthersPatience);
  if (!use) return lose();
  if (s_.captures <= s_.beginning && !failed_ && has_window()) {
    ask(use, [this] {
      end_window();
      still_.end();
    });
  }
  still_.leave_driver();
}

void ContextCounters::end_window() noexcept {
  if (failed_ || !has_window()) return;
  try {
    if (end_left_running(kDrain) && rotating_ && still_.begin(kDrain, true)) rotating_->close_window();
  } catch (...) {
    fail("reading the counters");
  }
}

void ContextCounters::step_back() noexcept {
  CounterPhase::Use use(phase_, kOthersPatience);
  if (!use) return lose();
  if (failed_) return;
  const bool again = stale_;  // modules are unloaded one after the other, and the GPU may be busy all the while
  stale_ = stale_ || rotating_ || replay_ || enabled_;
  if (s_.captures > 0 || !(stale_ || left_running_)) return;  // what waits for the GPU would make a capture fail
  ask(use, [this, again] { step_out(again); });
}

void ContextCounters::step_out(bool again) noexcept {
  end_window();
  if (!failed_ && stale_ && still_.begin(again ? kLook : Clock::duration(kDrain), !again)) {
    drop_counters();
    stale_ = false;
  }
  still_.end();
}

// Whether it was, or is as long as the GPU is busy: the launch at hand is left alone.
bool ContextCounters::was_stale() {
  if (!stale_) return false;
  if (!still()) return true;
  if (rotating_) rotating_->close_window();
  drop_counters();
  stale_ = false;
  return true;
}

bool ContextCounters::quiet_within(Clock::duration timeout) noexcept {
  return static_cast<bool>(CounterPhase::Use(phase_, timeout));
}

void ContextCounters::release() noexcept {
  CounterPhase::Use use(phase_, kOthersPatience);
  if (!use) return lose();
  note_no_samples();
  if (holds_something()) ask(use, [this] { give_back(); });
}

bool ContextCounters::release_unless_captured() noexcept {
  CounterPhase::Use use(phase_);
  if (!use || s_.captures > 0) return false;
  return !holds_something() || ask(use, [this] { give_back(); });
}

// Later, where that is not possible now: two threads that launch and insisted would wait for each other, and leave the
// counters of both behind.
void ContextCounters::yield(const std::function<void()>& take) noexcept {
  CounterPhase::Use use(phase_);
  if (!use || s_.captures > 0) return;
  ask(use, [this, take] {
    if (!failed_ && holds_something() && !still_.begin(kDrainAgain)) return;
    give_back();
    if (!kept_) take();
  });
}

// What end_window() holds is held until all is given back.
void ContextCounters::give_back() noexcept {
  end_window();
  if (!failed_) give_back_rest();
  still_.end();
}

void ContextCounters::give_back_rest() noexcept {
  try {
    if (sampler_) sampler_->drain_last();
    if (sampling() && counts_too()) {
      s_.logbook.note(
          Level::warning, "stalls",
          "the GPU was in use no longer than warps are sampled, which takes 1 to 5 s, so nothing was counted",
          std::string("let the program run longer, or ") + kOneByOne);
    }
    if (s_.targets.left) static_cast<void>(end_samples());
  } catch (...) {
    fail("reading the samples");
  }
  drop_counters();
}

// On the thread that ends it: the driver may hold what another one would wait for in CUPTI.
bool ContextCounters::context_ends() noexcept {
  ended_ = true;
  const CounterPhase::Use use(phase_, kOthersPatience);
  if (!use) lose();
  if (use && failed_) leave_behind();
  if (use) give_back();
  if (use && sampler_ && !failed_) {
    const DriverGate::Closed closed(s_.gate);
    if (closed) sampler_->disable();
  }
  if (use) leave_lines(!failed_);
  if (use && !kept_) queue_.give();
  abandon();
  still_.leave_driver();
  return use && !kept_;
}

}  // namespace rooflens::inject
